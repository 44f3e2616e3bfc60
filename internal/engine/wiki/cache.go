package wiki

import (
	"strconv"

	"vigil/internal/engine"
	"vigil/internal/engine/freeze"
)

var codec = freeze.New(nil, nil)

// read returns the facts of a file, from the cache if it has them. All of them are a function of
// the file; if there are more than the limits allow, those that are kept are one of both.
func (w *Wiki) read(f *engine.File, r role, content []byte) *facts {
	if f.Input() == "" {
		return look(f.Path, r, content, w.limits)
	}
	limited := []string{"wiki", f.Input(), strconv.Itoa(w.limits.imports), strconv.Itoa(w.limits.others)}
	for _, key := range [][]string{limited[:2], limited} {
		var known facts
		if text := w.tree.RecallBytes(key...); text != nil && codec.Read(text, &known) == nil && (len(key) > 2 || w.limits.allow(&known)) {
			return &known
		}
	}
	found := look(f.Path, r, content, w.limits)
	key := limited
	if !found.full {
		key = limited[:2]
	}
	if text, err := codec.Write(found); err == nil {
		w.tree.RememberBytes(text, key...)
	}
	return found
}

// allow reports whether all facts of a file may be kept.
func (l limits) allow(x *facts) bool {
	imports := 0
	for i := range x.list {
		if x.list[i].kind == imported {
			imports++
		}
	}
	return imports <= l.imports && len(x.list)-imports <= l.others
}
