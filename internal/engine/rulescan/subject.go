package rulescan

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

// aboutSecrets reports whether what a rule finds is a secret.
func aboutSecrets(d rules.Details) bool {
	switch d.CWE {
	case "CWE-259", "CWE-321", "CWE-522", "CWE-547", "CWE-798":
		return true
	}
	return d.Type == "HARDCODED_SECRET"
}

// subjectMost limits how many bytes of an expression are kept for the title.
const subjectMost = 300

// subject is what the title of a finding says besides the name of the weakness: the source, the
// sink or the matched construct, and what encloses it.
func (s *scope) subject(f *flow, secret bool) engine.Subject {
	out := engine.Subject{Source: f.source, SourceFile: f.sourceFile, Secret: secret}
	if s.File.Root() == 0 {
		out.Construct = textKey(s.File.Text(f.sink.Span))
		return out
	}
	path := s.pathTo(f.sink.Span)
	if config := configurations[s.File.Language]; config != nil {
		out.Construct, out.Within = config(s, path, f.sink.Span), s.resource(path)
	} else {
		out.Construct, out.Within = s.construct(path, f), s.function(path)
	}
	return out
}

// function names the function and the classes on a path, or the call that an anonymous handler of a route
// is passed to: app.get('/orders'). In contrast to Finding.Symbol it is not part of any identity.
func (s *scope) function(path []match.NodeID) string {
	var names []string
	route := ""
	for i, n := range path[:len(path)-1] {
		switch s.File.Node(n).Kind {
		case match.Func, match.Class:
			if name := s.nameOf(n); name != "" {
				names, route = append(names, name), ""
			}
		case match.Call:
			args := s.File.Node(path[i+1])
			if first := s.File.Node(s.File.Kid(path[i+1], 0)); args.Kind == match.Args && first.Kind == match.Str && strings.HasPrefix(first.Text, "/") {
				route = s.name(n) + "('" + clip(first.Text, partMost) + "')"
			}
		}
	}
	if n := path[len(path)-1]; s.File.Node(n).Kind == match.Func && s.nameOf(n) != "" {
		names = append(names, s.nameOf(n))
	}
	if route != "" && len(names) == 0 {
		return route
	}
	return lastOf(names)
}

// lastOf joins names, without the outermost if that would be too long.
func lastOf(names []string) string {
	const most = 40 // characters, as in a title
	for len(names) > 1 && utf8.RuneCountInString(strings.Join(names, ".")) > most {
		names = names[1:]
	}
	return clip(strings.Join(names, "."), subjectMost)
}

// sourceText is the code of a source: an expression, or the name of a parameter. A literal may be secret,
// so it is called by the name of the variable that holds it, if it has one.
func (s *scope) sourceText(span match.Span) string {
	if s.File.Root() == 0 {
		return s.clipped(span)
	}
	path := s.pathTo(span)
	n := path[len(path)-1]
	if s.File.Span(n) != span {
		return s.clipped(span)
	}
	switch kind := s.File.Node(n).Kind; {
	case kind == match.Param, kind == match.VarDef, kind == match.Assign, kind == match.Func:
		return s.name(n)
	case kind == match.Interp:
		for _, k := range s.File.Kids(n) {
			if k != 0 && s.File.Node(k).Kind != match.Str {
				return s.expression(k, 0)
			}
		}
	case isLiteral[kind]:
		if len(path) < 2 {
			return ""
		}
		switch up := path[len(path)-2]; s.File.Node(up).Kind {
		case match.VarDef, match.Assign, match.Pair, match.KwArg:
			return s.name(up)
		}
		return ""
	}
	return s.expression(s.extended(path), 0)
}

func (s *scope) clipped(span match.Span) string {
	// A copy: the finding must not keep the whole file in memory.
	return strings.Clone(clip(s.File.Text(match.Span{Start: span.Start, End: min(span.End, span.Start+2*subjectMost)}), subjectMost))
}

// pathTo returns the nodes that enclose a span, from the root on, with those that have this span. Nodes
// that the lowering made up may overlap, so the path that ends closest to the span counts.
func (s *scope) pathTo(span match.Span) []match.NodeID {
	var best, path []match.NodeID
	tries := 0
	var walk func(n match.NodeID) bool // reports whether the path is complete
	walk = func(n match.NodeID) bool {
		path = append(path, n)
		tries++
		leaf := true
		for _, k := range s.kidsAround(n, span) {
			if k != 0 && tries < maxTries && s.File.Span(k).Contains(span) {
				if leaf = false; walk(k) {
					return true
				}
			}
		}
		if leaf && (best == nil || size(s.File.Span(n)) < size(s.File.Span(best[len(best)-1]))) {
			best = slices.Clone(path)
		}
		path = path[:len(path)-1]
		return s.File.Span(n) == span
	}
	walk(s.File.Root())
	return best
}

// maxTries limits the nodes that are visited on the way to a span.
const maxTries = 10_000

func size(s match.Span) uint32 { return s.End - s.Start }

// extended returns the node of a source with what is read from it: req.query.q for req.query.
func (s *scope) extended(path []match.NodeID) match.NodeID {
	n := path[len(path)-1]
	for i := len(path) - 2; i >= 0 && s.File.Kid(path[i], 0) == n; i-- {
		switch s.File.Node(path[i]).Kind {
		case match.Member:
			if i > 0 && s.File.Node(path[i-1]).Kind == match.Call && s.File.Kid(path[i-1], 0) == path[i] {
				if !getters[strings.ToLower(s.File.Node(s.File.Kid(path[i], 1)).Text)] {
					return n // a method
				}
				i--
			}
		case match.Index:
		default:
			return n
		}
		n = path[i]
	}
	return n
}

// getters are methods that read a value by its name, in lower case.
var getters = map[string]bool{"get": true, "getlist": true, "getall": true, "get_all": true, "fetch": true, "getparameter": true, "getheader": true, "getfirst": true,
	"param": true, "query": true, "formvalue": true, "getone": true, "dig": true, "input": true, "require": true}

// expression is the source of an expression. Of the calls in a chain, long arguments are elided.
func (s *scope) expression(n match.NodeID, depth int) string {
	const (
		most     = 20 // a chain with more is shortened anyway
		argsMost = 80 // bytes
	)
	object := s.File.Kid(n, 0)
	switch node := s.File.Node(n); {
	case object == 0 || depth > most:
	case node.Kind == match.Member:
		name := s.File.Kid(n, 1)
		operator := strings.TrimSpace(s.File.Text(match.Span{Start: s.File.Span(object).End, End: s.File.Span(name).Start}))
		if len(operator) == 0 || len(operator) > 3 {
			operator = "."
		}
		return s.expression(object, depth+1) + operator + s.clipped(s.File.Span(name))
	case node.Kind == match.Call:
		args := s.clipped(s.File.Span(s.File.Kid(n, 1)))
		if len(args) > argsMost || !strings.HasPrefix(args, "(") {
			args = "(…)"
		}
		return s.name(n) + args
	case node.Kind == match.Index:
		return s.expression(object, depth+1) + s.clipped(match.Span{Start: s.File.Span(object).End, End: s.File.Span(n).End})
	}
	return s.clipped(s.File.Span(n))
}

// construct names the sink of a flow, or what a pattern matched: from the matched code outwards, the
// first call, assignment, or other node with a name. Literals have none, because they may be secret.
func (s *scope) construct(path []match.NodeID, f *flow) string {
	var keys []string // of mappings and named arguments on the way, innermost first
	flows := len(f.trace) > 0
	for i := len(path) - 1; i >= 0; i-- {
		n := path[i]
		exact := s.File.Span(n) == f.sink.Span
		if exact && flows && f.sink.Focused {
			continue // an argument: what it is passed to says more
		}
		kind := s.File.Node(n).Kind
		switch {
		case kind == match.Pair || kind == match.KwArg:
			keys = append(keys, s.name(n))
		case isNamed[kind]:
			return s.withKeys(n, keys)
		case kind == match.Return || kind == match.Throw:
			if flows || exact {
				return s.withKeys(n, keys)
			}
		case kind == match.Func || kind == match.Class || kind == match.Param || kind.IsStatement():
			if exact {
				return s.name(n)
			}
			if kind != match.Param {
				return s.otherwise(f, keys)
			}
		case exact && !flows && len(keys) == 0 && !isLiteral[kind]:
			return s.expression(n, 0)
		}
	}
	return s.otherwise(f, keys)
}

// otherwise is the construct where nothing around the match has a name.
func (s *scope) otherwise(f *flow, keys []string) string {
	if len(keys) == 0 && len(f.trace) > 0 {
		return s.clipped(f.sink.Span)
	}
	return joinKeys(keys)
}

var (
	isNamed = map[match.Kind]bool{match.Call: true, match.New: true, match.Assign: true, match.AugAssign: true, match.VarDef: true,
		match.XML: true, match.Annotation: true, match.Import: true}
	isLiteral = map[match.Kind]bool{match.Str: true, match.Interp: true, match.Num: true, match.Lit: true, match.Regexp: true, match.Concat: true,
		match.Array: true, match.Tuple: true, match.Dict: true, match.Args: true, match.Attrs: true, match.Params: true, match.Block: true}
)

// name is the name of a node: the callee of a call, the target of an assignment, the key of a pair.
func (s *scope) name(n match.NodeID) string {
	kid := func(i int) string { return s.expression(s.File.Kid(n, i), 0) }
	switch kind := s.File.Node(n).Kind; kind {
	case match.Call:
		callee := s.File.Kid(n, 0)
		if k := s.File.Node(callee); k.Kind == match.Ident { // it may be made up, as for a keyword
			return clip(strings.Clone(k.Text), subjectMost)
		}
		return s.expression(callee, 0)
	case match.New:
		if !strings.HasPrefix(s.File.Text(s.File.Span(n)), "new") { // a composite literal
			return kid(0) + "{}"
		}
		return "new " + kid(0)
	case match.Assign, match.AugAssign:
		return kid(0)
	case match.VarDef:
		return kid(1)
	case match.Pair, match.KwArg:
		key := s.File.Node(s.File.Kid(n, 0))
		if key.Kind == match.Ident || key.Kind == match.Str || key.Kind == match.Lit {
			return clip(strings.Clone(strings.TrimPrefix(key.Text, ":")), subjectMost)
		}
		return kid(0)
	case match.XML:
		return "<" + kid(0) + ">"
	case match.Return:
		return "return"
	case match.Throw:
		return "throw"
	case match.Func, match.Class:
		return s.nameOf(n)
	case match.Param:
		return kid(1)
	case match.If, match.While, match.For, match.ForEach, match.Try, match.With:
		head, _, _ := strings.Cut(s.clipped(s.File.Span(n)), "{")
		head, _, _ = strings.Cut(head, "\n")
		return head
	case match.Block:
		return ""
	}
	return s.clipped(s.File.Span(n))
}

// withKeys names a node and the keys within it that lead to the match: session(cookie.secure).
func (s *scope) withKeys(n match.NodeID, keys []string) string {
	name, path := s.name(n), joinKeys(keys)
	switch {
	case path == "":
		return name
	case s.File.Node(n).Kind == match.XML:
		return strings.TrimSuffix(name, ">") + " " + path + ">"
	case s.File.Node(n).Kind == match.Call || s.File.Node(n).Kind == match.New:
		return name + "(" + path + ")"
	}
	return name + "." + path
}

// joinKeys joins keys that were collected from the innermost outwards.
func joinKeys(keys []string) string {
	keys = slices.Clone(keys)
	slices.Reverse(keys)
	return strings.Join(keys, ".")
}
