package match

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine/ir"
	"vigil/internal/engine/syntax"
)

// Options are the rule options that affect matching.
type Options struct {
	NoConstants bool // constant_propagation: false
	Symbolic    bool // symbolic_propagation: true
	NoVardef    bool // vardef_assign: false
	CommuteBool bool // commutative_boolop: true
	CommuteComp bool // commutative_compop: true
	NoAC        bool // ac_matching: false
	NoDeepStmt  bool // go_deeper_stmt: false
	NoDeepExpr  bool // go_deeper_expr: false
	NoImplicit  bool // implicit_ellipsis: false
	NoArrow     bool // arrow_is_function: false
	NoLetIsVar  bool // let_is_var: false
	XMLStrict   bool // xml_singleton_loose_matching: false
}

// Pattern is compiled once and matched against any number of files. It is safe for
// concurrent use.
type Pattern struct {
	text  string
	file  *File // the nodes of the pattern
	roots []NodeID
	opts  Options
	lang  *ir.Grammar

	literals []string
	strings  []string
	shell    bool
}

// Compile compiles a pattern; parser must be for its language. The error says why the text
// is not a pattern in that language.
func Compile(ctx context.Context, parser *syntax.Parser, language, text string, opts Options) (*Pattern, error) {
	p := &Pattern{text: text, opts: opts, lang: ir.GrammarOf(language)}
	body := strings.Trim(ir.Dedent(text), "\n")
	if strings.TrimSpace(body) == "" {
		return nil, fmt.Errorf("pattern is empty")
	}
	texts, frames := p.lang.Prepare(body)
	var first error
	for _, text := range texts {
		for _, frame := range frames {
			frame, part := strings.CutPrefix(frame, "!")
			before, after, _ := strings.Cut(frame, "%s")
			err := p.parse(ctx, parser, before, indentLike(before, text), after, part)
			if err == nil {
				p.findLiterals()
				return p, nil
			}
			if ctx.Err() != nil {
				return nil, fmt.Errorf("parse pattern: %w", ctx.Err())
			}
			if first == nil {
				first = err
			}
		}
	}
	return nil, first
}

// indentLike indents all lines of body like the start of the frame.
func indentLike(before, body string) string {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if strings.TrimLeft(line, " ") != "" {
		return body
	}
	return strings.ReplaceAll(body, "\n", "\n"+line)
}

// parse tries one frame. If the pattern is only the beginning of a construct, the rest comes
// from the frame.
func (p *Pattern) parse(ctx context.Context, parser *syntax.Parser, before, body, after string, part bool) error {
	tree, err := parser.Parse(ctx, []byte(before+body+after))
	if err != nil {
		return fmt.Errorf("parse pattern: %w", err)
	}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if n.Flags&(syntax.Error|syntax.Missing) != 0 {
			at := max(0, min(int(n.Start)-len(before), len(body)))
			return fmt.Errorf("pattern does not parse near %q", ir.Restore(firstLine(body[at:])))
		}
	}
	f := &File{File: ir.NewPattern(tree)}
	from := uint32(len(before) + len(body) - len(strings.TrimLeft(body, " \t\r\n")))
	to := uint32(len(before) + len(body))
	roots := f.startingIn(f.Root(), from, to, part, nil)
	if len(roots) == 0 {
		return fmt.Errorf("pattern is empty")
	}
	parent := f.Node(roots[0]).Parent
	for _, r := range roots[1:] {
		if f.Node(r).Parent != parent {
			return fmt.Errorf("pattern is neither one node nor a sequence of statements")
		}
	}
	if len(roots) > 1 && f.kind(parent) != Block {
		roots = []NodeID{parent}
	}
	if a := roots[0]; p.lang.SinglePair && len(roots) == 1 && f.kind(a) == Array && len(f.Kids(a)) == 1 && body[0] == '-' {
		roots = []NodeID{f.Kid(a, 0)} // the item, not a list of it
	}
	if d := roots[0]; p.lang.SinglePair && len(roots) == 1 && f.kind(d) == Dict && len(f.Kids(d)) == 1 && body[0] != '{' && f.kind(f.Kid(d, 0)) == Pair {
		roots = []NodeID{f.Kid(d, 0)}
	}
	p.file, p.roots = f, roots
	return nil
}

// startingIn returns the topmost nodes below n that begin in the range.
func (f *File) startingIn(n NodeID, from, to uint32, part bool, out []NodeID) []NodeID {
	for _, k := range f.Kids(n) {
		x := f.Node(k)
		switch {
		case k == 0 || x.End <= from && x.Start < from:
		case x.Start >= from && x.Start < to && (!part || x.End <= to && x.Kind != Attrs):
			out = append(out, k)
		case x.Start < from || part:
			out = f.startingIn(k, from, to, part, out)
		}
	}
	return out
}

// group reports whether the pattern is one statement that imports several names.
func (p *Pattern) group() bool {
	if len(p.roots) < 2 {
		return false
	}
	span := Span{}
	for _, r := range p.roots {
		switch p.file.kind(r) {
		case Ellipsis:
			continue
		case Import:
		default:
			return false
		}
		if s := p.file.Span(r); span == (Span{}) {
			span = s
		} else if s != span {
			return false
		}
	}
	return span != Span{} && p.file.Span(p.roots[0]).Start >= span.Start && p.file.Span(p.roots[len(p.roots)-1]).End <= span.End
}

// sequence reports whether the pattern is a sequence of statements rather than one node.
func (p *Pattern) sequence() bool {
	return len(p.roots) > 1
}

// Literals returns names that every matching file contains; nil if none are known.
func (p *Pattern) Literals() []string { return p.literals }

// Strings returns the string literals of the pattern that have no metavariables: a text, one
// with an ellipsis, or a regular expression as =~/re/. In the file, such a string may be
// concatenated from several.
func (p *Pattern) Strings() []string { return p.strings }

// Shell reports whether a command in backquotes, or Ruby's equivalent, is part of the pattern.
func (p *Pattern) Shell() bool { return p.shell }

func (p *Pattern) findLiterals() {
	seen := map[string]bool{}
	for _, r := range p.roots {
		p.file.Walk(r, func(n NodeID) bool {
			x := p.file.Node(n)
			if x.Kind == Ident && len(x.Text) > 1 && p.file.Text(p.file.Span(n)) == x.Text && !ir.IsPlaceholder(x.Text) {
				seen[x.Text] = true
			}
			if x.Kind == Str && !strings.Contains(x.Text, "__") && !ir.OneMeta.MatchString(x.Text) {
				p.strings = append(p.strings, x.Text)
			}
			if name, is := strings.CutPrefix(x.Text, ":"); is && x.Kind == Lit && p.file.Language == "ruby" && len(name) > 1 && name[0] != '$' { // a symbol of Ruby
				seen[name] = true
			}
			if x.Kind >= ir.Other && x.Text == ir.ShellWord {
				p.shell = true
			}
			if x.Kind == Typed {
				p.typeLiteral(p.file.Kid(n, 1), seen)
			}
			return x.Kind != Typed
		})
	}
	for s := range seen {
		p.literals = append(p.literals, s)
	}
	slices.Sort(p.literals)
}

// typeLiteral adds the last name of a type: a file that declares something of that type names
// it, except for literals.
func (p *Pattern) typeLiteral(n NodeID, seen map[string]bool) {
	for p.file.kind(n) == TypeArgs || p.file.kind(n) == Unary {
		n = p.file.Kid(n, 0)
	}
	name := p.file.lastName(n)
	for _, k := range []Kind{Str, Num, Lit} {
		if literalType(name, k) {
			return
		}
	}
	if len(name) > 1 && boxed(name) == "" && !ir.IsPlaceholder(name) {
		seen[name] = true
	}
}

// Binds reports whether a metavariable is part of the pattern's code.
func (p *Pattern) Binds(name string) bool {
	return slices.ContainsFunc(p.file.Nodes(), func(n Node) bool { return n.Kind == Meta && n.Text == name })
}

// Quotes reports whether a metavariable is bound to the content of a string literal.
func (p *Pattern) Quotes(name string) bool {
	for _, r := range p.roots {
		found := false
		p.file.Walk(r, func(n NodeID) bool {
			x := p.file.Node(n)
			found = found || x.Kind != Meta && x.Kind != MetaSeq && strings.Contains(x.Text, name)
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// IsKey reports whether a metavariable is bound to the content of a quoted key, which may also lack quotes.
func (p *Pattern) IsKey(name string) bool {
	for _, r := range p.roots {
		found := false
		p.file.Walk(r, func(n NodeID) bool {
			k := p.file.kind(n)
			found = found || (k == Pair || k == KwArg) && strings.Contains(p.file.Node(p.file.Kid(n, 0)).Text, name)
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}
