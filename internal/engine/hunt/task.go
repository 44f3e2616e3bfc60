package hunt

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vigil/internal/engine"
	"vigil/internal/engine/modules"
)

// builder collects the parts of a task, within limits.
type builder struct {
	*index
	parts        []Part
	lines, bytes int // that are left
	seen         map[string][]engine.Range
	err          error
}

// task returns the task of a handler.
func (x *index) task(h handler, all []handler) (Task, error) {
	b := &builder{index: x, lines: MaxLines, bytes: MaxBytes, seen: map[string][]engine.Range{}}
	t := Task{Routes: x.masked(h.routes)}
	b.add(Handler, lastName(h.routes[0].Handler), h.Lines, handlerLines)
	for _, r := range h.routes[:min(len(h.routes), maxGuards)] {
		b.registration(r)
	}
	b.enclosing(h.Lines)
	b.guards(h)
	from := x.functionsIn(h.Lines)
	called := x.calledBy(from, h.File)
	var deeper []modules.Place
	for _, d := range called {
		if b.count(Called) < maxCalled {
			b.add(Called, d.name, d.Lines, calledLines)
			deeper = append(deeper, d.place)
		}
	}
	for _, d := range x.calledBy(deeper, h.File) {
		if b.count(Deeper) < maxDeeper {
			b.add(Deeper, d.name, d.Lines, deeperLines)
		}
	}
	b.models(h.File)
	for _, s := range siblings(h, all) {
		b.add(Sibling, title(s.routes), s.Lines, siblingLines)
	}
	t.Parts = b.parts
	if !slices.ContainsFunc(t.Parts, func(p Part) bool { return p.Role == Handler }) {
		t.Parts = nil
	}
	return t, b.err
}

// masked returns routes without secrets, and without what is not shown.
func (x *index) masked(routes []engine.Route) []engine.Route {
	var out []engine.Route
	for _, r := range routes[:min(len(routes), MaxRoutes)] {
		one := engine.Route{Method: r.Method, Path: x.q.Mask(r.Path), Handler: x.q.Mask(r.Handler), Guard: x.q.Mask(r.Guard), Candidate: x.q.Mask(r.Candidate), Framework: r.Framework}
		for _, p := range r.Params {
			one.Params = append(one.Params, engine.RouteParam{Name: x.q.Mask(p.Name), In: p.In})
		}
		out = append(out, one)
	}
	return out
}

func title(routes []engine.Route) string {
	r := routes[0]
	guard := r.Guard
	if guard == "" {
		guard = "none proven"
	}
	return r.Method + " " + r.Path + ", guard: " + guard
}

func (b *builder) count(role Role) (n int) {
	for _, p := range b.parts {
		if p.Role == role {
			n++
		}
	}
	return n
}

// add quotes lines, unless all of them are quoted already.
func (b *builder) add(role Role, name string, l engine.Lines, most int) {
	if b.err != nil || b.q.Mask(l.File) != l.File || len(b.parts) == maxParts || !b.isOurs(l.File) {
		return
	}
	text, err := b.q.Lines(l.File)
	if err != nil {
		b.err = err
		return
	}
	l.First, l.Last = max(l.First, 1), min(l.Last, len(text))
	if slices.ContainsFunc(b.seen[l.File], func(r engine.Range) bool { return r.Start <= l.First && min(l.Last, l.First+most-1) <= r.End }) {
		return
	}
	p := Part{Role: role, Name: b.q.Mask(name), Code: engine.Code{Path: l.File, First: l.First}}
	for n := l.First; n <= l.Last; n++ {
		line := text[n-1]
		if len(line) > lineBytes {
			line = strings.ToValidUTF8(line[:lineBytes], "") + "…"
		}
		if len(p.Lines) == most || b.lines == 0 || b.bytes < len(line)+1 {
			p.Cut = true
			break
		}
		p.Lines = append(p.Lines, line)
		b.lines--
		b.bytes -= len(line) + 1
	}
	if len(p.Lines) == 0 {
		return
	}
	b.seen[l.File] = append(b.seen[l.File], engine.Range{Start: l.First, End: l.First + len(p.Lines) - 1})
	b.parts = append(b.parts, p)
}

// registration adds the statement that declares a route, but not the ones after it: these are not
// about this handler.
func (b *builder) registration(r engine.Route) {
	text, err := b.q.Lines(r.File)
	if err != nil || r.Line < 1 {
		b.err = err
		return
	}
	last, open := r.Line, 0
	for n := r.Line; n <= min(len(text), r.Line+registrationLines-1); n++ {
		last = n
		if open += strings.Count(text[n-1], "(") - strings.Count(text[n-1], ")"); open <= 0 {
			break
		}
	}
	b.add(Registration, "", engine.Lines{File: r.File, First: r.Line, Last: last}, registrationLines)
}

// enclosing adds the beginning of the innermost class around the handler: it may have guards.
func (b *builder) enclosing(l engine.Lines) {
	f := b.files[l.File]
	if f == nil || f.outline == nil {
		return
	}
	var inner *modules.Class
	for i := range f.outline.Classes {
		c := &f.outline.Classes[i]
		if c.End > 0 && f.lineOf(c.Start) < l.First && f.lineOf(c.End-1) >= l.Last && (inner == nil || c.Start > inner.Start) {
			inner = c
		}
	}
	if inner != nil {
		b.add(Enclosing, inner.Name, engine.Lines{File: l.File, First: f.lineOf(inner.Start), Last: f.lineOf(inner.End - 1)}, classLines)
	}
}

var nameRE = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]{2,}`)

// guards adds the source of what guards the routes.
func (b *builder) guards(h handler) {
	for _, r := range h.routes {
		for _, name := range nameRE.FindAllString(r.Guard+" "+r.Candidate, 20) {
			for _, from := range []string{h.File, r.File} {
				for _, d := range append(b.choose(b.named[name], from), b.choose(b.classes[name], from)...) {
					if b.count(Guard) < maxGuards {
						b.add(Guard, d.name, d.Lines, guardLines)
					}
				}
			}
		}
	}
}

// modelFiles are names of files that declare data models in other ways than as classes.
var modelFiles = regexp.MustCompile(`(?i)model|schema|entit`)

// models adds the classes and types that the code so far names, in order.
func (b *builder) models(file string) {
	done := map[string]bool{}
	for _, p := range slices.Clone(b.parts) {
		if p.Role == Guard || p.Role == Deeper {
			continue
		}
		for _, name := range nameRE.FindAllString(strings.Join(p.Lines, "\n"), -1) {
			if first, _ := utf8.DecodeRuneInString(name); done[name] || !unicode.IsUpper(first) {
				continue
			}
			done[name] = true
			for _, d := range append(b.choose(b.classes[name], p.Path), b.declared(name, p.Path)...) {
				around := p.Path == d.File && d.First <= p.First && p.First <= d.Last
				if b.count(Model) < maxModels && !around {
					b.add(Model, name, d.Lines, modelLines)
				}
			}
		}
	}
}

// declared returns the files that a name is imported from, if they declare data models.
func (b *builder) declared(name, from string) (out []definition) {
	f := b.files[from]
	if f == nil || f.outline == nil || len(b.classes[name]) > 0 {
		return nil
	}
	for _, bound := range b.graph.Bound[f.number] {
		if bound.Name != name {
			continue
		}
		for _, t := range bound.Targets {
			if to := b.graph.Files[t.File].Path; modelFiles.MatchString(to) && len(out) < maxCandidates {
				out = append(out, definition{name: name, Lines: engine.Lines{File: to, First: 1, Last: modelLines}})
			}
		}
	}
	return out
}
