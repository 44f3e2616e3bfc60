package facts

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/refusal"
)

// Reader is a file being read, with the facts recorded so far.
type Reader struct {
	*match.File
	Facts     *File
	ctx       context.Context
	Framework string
	locals    map[match.NodeID]map[string]bool // local variables of each function
	requires  map[string]string
	Anonymous map[match.NodeID]string // symbols of routers that are created in expressions
	values    map[string]match.NodeID // object and list literals by variable
	steps     int
	analysis  *refusal.Analysis                               // made on demand
	wrapped   func(s *Reader, call match.NodeID) match.NodeID // see language
	lenient   func(s *Reader, call match.NodeID) bool         // see language
}

func newSource(ctx context.Context, f *match.File) *Reader {
	return &Reader{File: f, ctx: ctx, Facts: &File{
		Path: f.Path, language: f.Language,
		Imports: map[string]Imported{}, Exports: map[string]string{}, Aliases: map[string]string{}, Consts: map[string]Template{},
		Functions: map[string][]string{}, Routers: map[string]*Router{}, Views: map[string]View{}, Classes: map[string]*Class{},
	}}
}

func (s *Reader) Kind(n match.NodeID) match.Kind { return s.Node(n).Kind }
func (s *Reader) Start(n match.NodeID) uint32    { return s.Node(n).Start }
func (s *Reader) LineOf(n match.NodeID) int      { return s.Tree.Line(s.Node(n).Start) }

// LinesOf are the lines of a node.
func (s *Reader) LinesOf(n match.NodeID) engine.Lines {
	return engine.Lines{File: s.Path, First: s.LineOf(n), Last: s.Tree.Line(max(s.Node(n).End, 1) - 1)}
}

// Ident returns the name of an identifier, "" for other nodes.
func (s *Reader) Ident(n match.NodeID) string {
	if s.Kind(n) == match.Ident {
		return s.Node(n).Text
	}
	return ""
}

// Chain returns the names of a.b.c, nil for anything else.
func (s *Reader) Chain(n match.NodeID) []string {
	switch s.Kind(n) {
	case match.Ident:
		return []string{s.Node(n).Text}
	case match.Member:
		if left := s.Chain(s.Kid(n, 0)); left != nil && s.Kind(s.Kid(n, 1)) == match.Ident {
			return append(left, s.Node(s.Kid(n, 1)).Text)
		}
	}
	return nil
}

// Name is the display name of a function: a.b.c. It never contains source code other than names,
// since routes may be visible to people without access to the source.
func (s *Reader) Name(n match.NodeID) string { return strings.Join(s.Chain(n), ".") }

// Member returns the object and name of a.b, "" if n is not a member access.
func (s *Reader) Member(n match.NodeID) (object match.NodeID, name string) {
	if s.Kind(n) != match.Member {
		return 0, ""
	}
	return s.Kid(n, 0), s.Ident(s.Kid(n, 1))
}

// Call returns the callee and arguments of a call, or the type and arguments of new.
func (s *Reader) Call(n match.NodeID) (callee match.NodeID, args []match.NodeID) {
	if k := s.Kind(n); k != match.Call && k != match.New {
		return 0, nil
	}
	return s.Kid(n, 0), s.Kids(s.Kid(n, 1))
}

// Called is the last name of the callee: "get" of app.get().
func (s *Reader) Called(n match.NodeID) string {
	callee, _ := s.Call(n)
	if _, name := s.Member(callee); name != "" {
		return name
	}
	return s.Ident(callee)
}

// Positional returns the positional arguments.
func (s *Reader) Positional(args []match.NodeID) []match.NodeID {
	return slices.DeleteFunc(slices.Clone(args), func(n match.NodeID) bool { return s.Kind(n) == match.KwArg || s.Kind(n) == match.Spread })
}

// Keyword returns the value of a keyword argument, 0 if there is none.
func (s *Reader) Keyword(args []match.NodeID, name string) match.NodeID {
	for _, a := range args {
		if s.Kind(a) == match.KwArg && s.Ident(s.Kid(a, 0)) == name {
			return s.Kid(a, 1)
		}
	}
	return 0
}

// Argument returns the keyword argument with a name, or the positional one at an index.
func (s *Reader) Argument(args []match.NodeID, position int, name string) match.NodeID {
	if n := s.Keyword(args, name); n != 0 {
		return n
	}
	if p := s.Positional(args); position >= 0 && position < len(p) {
		return p[position]
	}
	return 0
}

// Entry returns the value of a key in an object literal.
func (s *Reader) Entry(dict match.NodeID, key string) match.NodeID {
	if s.Kind(dict) != match.Dict {
		return 0
	}
	for _, p := range s.Kids(dict) {
		if s.Kind(p) == match.Pair && s.Key(s.Kid(p, 0)) == key {
			return s.Kid(p, 1)
		}
		if s.Kind(p) == match.Func && s.Ident(s.Kid(p, 1)) == key {
			return p
		}
	}
	return 0
}

// Key is the name of a key in an object literal.
func (s *Reader) Key(n match.NodeID) string {
	if k := s.Kind(n); k == match.Ident || k == match.Str {
		return s.Node(n).Text
	}
	return ""
}

// Elements returns the elements of a list, or the node itself if it is not a list.
func (s *Reader) Elements(n match.NodeID) []match.NodeID {
	switch s.Kind(n) {
	case match.None:
		return nil
	case match.Array, match.Tuple:
		return s.Kids(n)
	case match.Dict: // a Python set
		if len(s.Kids(n)) > 0 && s.Kind(s.Kid(n, 0)) != match.Pair {
			return s.Kids(n)
		}
	}
	return []match.NodeID{n}
}

// Parent returns the closest ancestor of n with the given kind.
func (s *Reader) Parent(n match.NodeID, kinds ...match.Kind) match.NodeID {
	for n = s.Node(n).Parent; n != 0 && !s.Exhausted(); n = s.Node(n).Parent {
		if slices.Contains(kinds, s.Kind(n)) {
			return n
		}
	}
	return 0
}

// Unwrapped strips wrappers that do not change the value: await, as const.
func (s *Reader) Unwrapped(n match.NodeID) match.NodeID {
	for range 10 {
		switch kids := s.Kids(n); {
		case s.Kind(n) == match.Cast:
			n = s.Kid(n, 1)
		case s.Kind(n) >= 100 && len(kids) == 1 && kids[0] != 0:
			n = kids[0]
		default:
			return n
		}
	}
	return n
}

// Position is the part of a symbol that makes it unique to a node.
func (s *Reader) Position(n match.NodeID) string { return strconv.Itoa(int(s.Start(n))) }

// Require returns the symbol of a module that is used inline, as in require("x").y.
func (s *Reader) Require(module string) string {
	if s.requires == nil {
		s.requires = map[string]string{}
	}
	name, ok := s.requires[module]
	if !ok {
		name = "require:" + strconv.Itoa(len(s.requires))
		s.requires[module] = name
		s.Facts.Imports[name] = Imported{Module: module}
	}
	return name
}

// maxSteps bounds the nodes that are visited in a file: nested functions are visited
// repeatedly.
const maxSteps = 20_000_000

// Exhausted reports whether the file has used up its time or work budget.
func (s *Reader) Exhausted() bool {
	if s.steps++; s.steps > maxSteps || s.steps%1000 == 0 && s.ctx.Err() != nil {
		s.Facts.Cut = true
	}
	return s.Facts.Cut
}

// Full reports whether a file has reached the limit for facts of one kind.
func (s *Reader) Full(n int) bool {
	if n >= MaxFileFacts || s.ctx.Err() != nil {
		s.Facts.Cut = true
		return true
	}
	return false
}

func (s *Reader) AddRoute(n match.NodeID, r Route) {
	if s.Full(len(s.Facts.routes)) {
		return
	}
	r.framework, r.line = s.Framework, s.LineOf(n)
	if r.Body != 0 {
		lines := s.LinesOf(r.Body)
		r.lines, r.Body = &lines, 0
	}
	if r.At == 0 {
		r.At = s.Start(n)
	}
	s.Facts.routes = append(s.Facts.routes, r)
}

func (s *Reader) AddMount(m Mount) {
	if m.Parent != "" && m.Child != "" && !s.Full(len(s.Facts.mounts)) {
		s.Facts.mounts = append(s.Facts.mounts, m)
	}
}

func (s *Reader) AddUse(u Use) {
	if u.Router != "" && u.Guard.Name != "" && !s.Full(len(s.Facts.uses)) {
		s.Facts.uses = append(s.Facts.uses, u)
	}
}

// FirstLine is the first line of a node.
func (s *Reader) FirstLine(n match.NodeID) string {
	t := s.Text(s.Span(n))
	if i := strings.IndexByte(t, '\n'); i >= 0 {
		t = t[:i]
	}
	return t[:min(len(t), 80)]
}
