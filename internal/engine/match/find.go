package match

import (
	"cmp"
	"regexp"
	"slices"
	"sync"
)

// Match is a match of a pattern.
type Match struct {
	Span     Span
	Bindings Bindings
}

// Find returns all matches in within, in source order. The zero span means the whole
// file.
func (p *Pattern) Find(f *File, within Span) []Match { return p.FindWith(f, within, nil) }

// FindWith is Find for matches that are consistent with earlier bindings.
func (p *Pattern) FindWith(f *File, within Span, prior Bindings) []Match {
	return p.find(f, within, prior, nil)
}

// Only restricts the texts that some metavariables may be bound to.
type Only map[string]func(text string) bool

// FindOnly is Find with such restrictions.
func (p *Pattern) FindOnly(f *File, within Span, only Only) []Match {
	return p.find(f, within, nil, only)
}

func (p *Pattern) find(f *File, within Span, prior Bindings, only Only) []Match {
	if within == (Span{}) {
		within.End = uint32(len(f.Source))
	}
	if f.Root() == 0 {
		return nil
	}
	s := &search{p: p, f: f, within: within, prior: prior, only: only, total: totalSteps}
	switch {
	case p.group():
		s.groups()
	case p.sequence():
		s.sequences()
	default:
		s.nodes()
	}
	slices.SortStableFunc(s.found, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	return s.found
}

// FindAt returns the matches with exactly this span.
func (p *Pattern) FindAt(f *File, span Span, prior Bindings) []Match {
	var out []Match
	for _, m := range p.FindWith(f, span, prior) {
		if m.Span == span {
			out = append(out, m)
		}
	}
	return out
}

// search collects the matches of one pattern in one file.
type search struct {
	p      *Pattern
	f      *File
	within Span
	prior  Bindings
	only   Only
	total  int // steps left
	m      *matcher
	span   Span        // of the current node
	keep   func() bool // records a match of it
	found  []Match
	last   map[Span]int // the last match at each span, to detect duplicates
	before []int        // for each match: the previous one at the same span, -1 if there is none
}

// nodes tries the pattern at all nodes of the kinds that it can match.
func (s *search) nodes() {
	root := s.p.roots[0]
	kinds := s.p.candidates(root)
	if kinds == nil {
		s.f.Walk(s.f.Root(), func(n NodeID) bool {
			x := s.f.Node(n)
			if x.End < s.within.Start || x.Start > s.within.End {
				return false
			}
			if k := s.p.file.kind(root); k != Meta && k != Deep && k != Typed || s.f.isExpression(n) || k == Deep && s.f.kind(n) == VarDef {
				s.try(root, n)
			}
			return true
		})
		return
	}
	for _, k := range kinds {
		for _, n := range s.f.NodesOf(k) {
			s.try(root, n)
		}
	}
}

func (s *search) try(root, n NodeID) {
	span := s.f.Span(n)
	if !s.within.Contains(span) || s.total <= 0 || s.impossible(root, n) {
		return
	}
	m := s.matcher()
	if s.keep == nil { // one closure for all nodes
		s.keep = func() bool { return s.add(s.span, m.binds) }
	}
	budget := m.steps
	s.span = span
	m.match(root, n, s.keep)
	s.total -= budget - m.steps
}

// matcher returns the matcher of this search, reset for the next place.
func (s *search) matcher() *matcher {
	if s.m == nil {
		s.m = &matcher{p: s.p, pf: s.p.file, f: s.f, only: s.only}
	}
	s.m.steps, s.m.end = min(maxSteps, s.total), 0
	s.m.binds = append(s.m.binds[:0], s.prior...)
	return s.m
}

// impossible rejects two nodes cheaply if they have different names in the same place. Most
// nodes end here.
func (s *search) impossible(p, n NodeID) bool {
	pf, f := s.p.file, s.f
	x, y := pf.Node(p), f.Node(n)
	if s.p.opts.Symbolic {
		return false
	}
	switch {
	case x.Kind == Meta:
		may := s.only[x.Text]
		return may != nil && y.End > 0 && !may(f.Text(f.Span(n)))
	case x.Kind == Ident && y.Kind == Ident:
		return !f.sameName(x.Text, y.Text) && !f.HasAlias(y.Text)
	case x.Kind == Ident:
		return y.Kind == Member || y.Kind == Call && f.Required(n) == nil
	case x.Kind == Member:
		name := pf.Node(pf.Kid(p, 1))
		if name.Kind == Ellipsis {
			return false
		}
		switch y.Kind {
		case Member:
			other := f.Node(f.Kid(n, 1))
			return name.Kind == Ident && other.Kind == Ident && !f.sameName(name.Text, other.Text) || name.Kind == Meta && s.impossible(pf.Kid(p, 1), f.Kid(n, 1)) ||
				s.impossible(pf.Kid(p, 0), f.Kid(n, 0))
		case Ident: // an import may expand it to a whole chain
			return !f.HasAlias(y.Text) && (len(f.Wildcards()) == 0 || name.Kind == Ident && name.Text != y.Text)
		}
		return y.Kind == Call
	case x.Kind != y.Kind:
		return false
	case x.Kind == Call || x.Kind == New:
		return s.impossible(pf.Kid(p, 0), f.Kid(n, 0))
	case x.Kind == Assign:
		return s.impossible(pf.Kid(p, 1), f.Kid(n, 1))
	}
	return false
}

// sequences tries the pattern at all statements.
func (s *search) sequences() {
	for _, b := range s.f.NodesOf(Block) {
		x := s.f.Node(b)
		if x.End < s.within.Start || x.Start > s.within.End {
			continue
		}
		kids := s.f.Kids(b)
		for j := range kids {
			start := s.f.Node(kids[j]).Start
			if start < s.within.Start || s.total <= 0 {
				continue
			}
			m := s.matcher()
			budget := m.steps
			m.statements(s.p.roots, kids[j:], true, func() bool {
				span := Span{Start: start, End: max(m.end, start)}
				return s.within.Contains(span) && s.add(span, m.binds)
			})
			s.total -= budget - m.steps
			if k := s.p.file.kind(s.p.roots[0]); k == Ellipsis || k == MetaSeq {
				break // it reaches all others from the first
			}
		}
	}
}

// maxWays limits the matches of a pattern at one place, for patterns that permute
// metavariables over a long chain.
const maxWays = 500

// groups tries a pattern of several imported names at statements that import several.
func (s *search) groups() {
	all := s.f.NodesOf(Import)
	for i := 0; i < len(all); {
		span := s.f.Span(all[i])
		j := i + 1
		for j < len(all) && s.f.Span(all[j]) == span {
			j++
		}
		if s.within.Contains(span) {
			m := s.matcher()
			m.anyOrder(s.p.roots, all[i:j], true, func() bool { return s.add(span, m.binds) })
		}
		i = j
	}
}

// add records a match unless it is a duplicate. It returns true if the place has enough.
func (s *search) add(span Span, binds Bindings) bool {
	if s.last == nil {
		s.last = map[Span]int{}
	}
	last, ok := s.last[span]
	if !ok {
		last = -1
	}
	ways := 1
	for i := last; i >= 0; i = s.before[i] {
		if sameBindings(s.found[i].Bindings, binds) {
			return false
		}
		ways++
	}
	s.last[span] = len(s.found)
	s.found = append(s.found, Match{span, slices.Clone(binds)})
	s.before = append(s.before, last)
	return ways >= maxWays
}

func sameBindings(a, b Bindings) bool {
	if len(a) != len(b) {
		return false
	}
	for _, x := range a {
		y, ok := b.Get(x.Name)
		if !ok || x.Span != y.Span || x.Text != y.Text {
			return false
		}
	}
	return true
}

// candidates returns the kinds of nodes that a pattern can match, nil if any.
func (p *Pattern) candidates(root NodeID) []Kind {
	if p.opts.Symbolic {
		return nil
	}
	switch k := p.file.kind(root); k {
	case Meta, Deep, Typed, Ellipsis, MetaSeq:
		return nil
	case Str, Num, Lit, Regexp:
		return []Kind{k, Interp, Concat, Ident, Member, Binary, Unary}
	case Ident:
		return []Kind{Ident, TypeArgs}
	case Member:
		if p.file.kind(p.file.Kid(root, 1)) == Ellipsis {
			return nil
		}
		return []Kind{Member, Ident, TypeArgs}
	case Call:
		return []Kind{Call, Member}
	case Assign:
		return []Kind{Assign, VarDef}
	case Import:
		return []Kind{Import, VarDef}
	case For, While:
		return []Kind{For, ForEach, While}
	case Func:
		return []Kind{Func, VarDef}
	case Pair, KwArg:
		return []Kind{Pair, KwArg}
	case Array:
		return []Kind{Array, Dict}
	default:
		return []Kind{k}
	}
}

// isExpression reports whether a lone $X matches a node.
func (f *File) isExpression(n NodeID) bool {
	k := f.kind(n)
	switch k {
	case Args, KwArg, Params, Param, Supers, Attrs, Modifier, Annotation, Catches, Catch, Pair, Doc:
		return false
	case Func:
		return f.Node(n).Text != "def"
	case Ident:
		// Declared names, member names, and type names are not expressions.
		p := f.Node(n).Parent
		switch f.kind(p) {
		case Member:
			return f.Kid(p, 1) != n
		case KwArg:
			return f.Kid(p, 0) != n
		case Param, VarDef:
			return f.Kid(p, 3) == n
		case Func, Class, Import, Supers, TypeArgs:
			return false
		}
		return true
	}
	return !k.IsStatement()
}

// regexps caches the expressions in patterns: there are many rules but few expressions.
var regexps = struct {
	sync.RWMutex
	of map[string]*regexp.Regexp
}{of: map[string]*regexp.Regexp{}}

func cachedRegexp(s string) (*regexp.Regexp, error) {
	regexps.RLock()
	re, ok := regexps.of[s]
	regexps.RUnlock()
	if ok {
		return re, nil
	}
	re, err := regexp.Compile(s)
	if err == nil {
		regexps.Lock()
		regexps.of[s] = re
		regexps.Unlock()
	}
	return re, err
}
