// Package wiki writes about a tree what somebody who is new to it wants to know: what it
// is, how it is laid out, where it begins, what it uses, which routes it has, what it is
// configured by, and where its weak places are.
//
// Each statement comes from the tree and links to its file and line; nothing is guessed
// and nothing is run. Files are looked at while the engine reads them anyway, by their
// words and not by their syntax, and leave [fact]s. The text is written when all detectors
// are done, since it tells what they said. Secrets are never shown: of what is configured
// the names are, and lines in which a secret was found are not quoted.
//
// All lists are bounded, and so is what is kept of a file: a tree with a million files
// gives a text of 200 KB, and takes some tens of megabytes.
package wiki

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"vigil/internal/engine"
)

// Wiki is an engine.Describer.
type Wiki struct {
	paths   []string // of all files
	chosen  map[*engine.File]int
	roles   []role // of the chosen files
	sampled [2]int // source files that were chosen, of how many
	folders folders
	limits  limits

	mu     sync.Mutex
	facts  []*facts // of the chosen files
	totals totals
	shared map[string]string // one of each text: many files import the same
}

// New returns a wiki that nothing was written into.
func New() *Wiki { return &Wiki{shared: map[string]string{}} }

// facts is what is known of a chosen file.
type facts struct {
	path     string
	language string // one of ours, see languages
	list     []fact
}

// Begin chooses the files that are looked at closely.
func (w *Wiki) Begin(files []*engine.File) {
	w.paths = make([]string, len(files))
	for i, f := range files {
		w.paths[i] = f.Path
	}
	w.folders = chooseFolders(w.paths)
	w.choose(files)
	w.facts = make([]*facts, len(w.roles))
	w.totals = totals{languages: map[string]*size{}}
}

// Look counts a file, and takes the facts of a chosen one.
func (w *Wiki) Look(f *engine.File, content []byte) {
	lines := countLines(content)
	i, chosen := w.chosen[f]
	var found *facts
	if chosen && !f.Binary && !isOthers(f) && !f.Generated && !f.Minified {
		found = look(f.Path, w.roles[i], content, w.limits)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.totals.add(f, lines)
	w.folders.add(f)
	if found != nil {
		for i := range found.list {
			found.list[i].name = w.one(found.list[i].name)
		}
		w.facts[i] = found
	}
}

func (w *Wiki) one(s string) string {
	if kept, there := w.shared[s]; there {
		return kept
	}
	s = strings.Clone(s)
	w.shared[s] = s
	return s
}

// Describe writes the text. It is empty if there are no files.
func (w *Wiki) Describe(ctx context.Context, said engine.Said) string {
	if len(w.paths) == 0 {
		return ""
	}
	t := w.newTelling(said)
	p := &page{}
	p.b.WriteString("# " + t.title() + "\n\n" + preface + "\n\n")
	if some, all := w.sampled[0], w.sampled[1]; some < all {
		fmt.Fprintf(&p.b, "_There are %s source files: imports, settings and programs are those of %s of them, taken evenly._\n\n", number(all), number(some))
	}
	for _, part := range []struct {
		title string
		bytes int
		write func(*section)
	}{
		{"What it is", 8_000, t.about},
		{"Languages", 4_000, t.languages},
		{"Layout", 28_000, t.layout},
		{"Entry points", 22_000, t.entries},
		{"Frameworks", 10_000, t.frameworks},
		{"API routes", 40_000, t.routes},
		{"Data stores and services", 14_000, t.stores},
		{"Configuration", 18_000, t.configuration},
		{"Dependencies", 14_000, t.dependencies},
		{"Modules", 12_000, t.modules},
		{"Security", 18_000, t.posture},
	} {
		if ctx.Err() != nil {
			break
		}
		p.add(part.title, part.bytes, part.write)
	}
	return p.b.String()
}

const preface = "_Written by Vigil from the source alone: each line links to the place that says so. Nothing was run._"

// Valid tells whether a text can be a wiki. The process that writes it reads hostile
// input.
func Valid(text string) bool {
	return len(text) <= MaxBytes && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f })
}
