package rulescan

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine/syntax"
)

// speller rewrites a program without changing its meaning much: comments and line breaks where the grammar allows them,
// other quotes, parentheses, and the like. The parser checks that the result is still a program.
type speller struct {
	random   *rand.Rand
	parse    func([]byte) (*syntax.Tree, error)
	comments bool
	refused  map[string]bool // edits that the grammar rejected
}

// edit replaces a part of a text.
type edit struct {
	start, end uint32
	text       string
	place      string // the kind of edit, and where
}

// spell returns a variant of a program.
func (s *speller) spell(tree *syntax.Tree) (*syntax.Tree, error) {
	before := faults(tree)
	if s.random.IntN(3) == 0 {
		tree = s.apply(tree, s.cuts(tree), func(t *syntax.Tree) bool { return faults(t) <= before })
	}
	if s.random.IntN(4) > 0 {
		tree = s.apply(tree, s.shapes(tree), func(t *syntax.Tree) bool { return faults(t) <= before })
	}
	want := outline(tree)
	if s.random.IntN(4) > 0 {
		tree = s.apply(tree, s.gaps(tree), func(t *syntax.Tree) bool { return slices.Equal(outline(t), want) })
	}
	text := tree.Source
	if s.random.IntN(4) == 0 {
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	if s.random.IntN(8) == 0 {
		text = append([]byte("\ufeff"), text...)
	}
	if len(text) == len(tree.Source) {
		return tree, nil
	}
	t, err := s.parse(text)
	if err != nil || faults(t) > faults(tree) {
		return tree, err
	}
	return t, nil
}

// apply applies those edits after which the tree is still right.
func (s *speller) apply(tree *syntax.Tree, list []edit, right func(*syntax.Tree) bool) *syntax.Tree {
	slices.SortStableFunc(list, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var kept []edit
	at := uint32(0)
	for _, e := range list {
		if e.start >= at && !s.refused[e.place] {
			kept, at = append(kept, e), max(e.end, e.start+1)
		}
	}
	var done []edit
	out := tree
	var try func([]edit)
	try = func(list []edit) {
		if len(list) == 0 {
			return
		}
		all := slices.Concat(done, list)
		slices.SortFunc(all, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
		if t, err := s.parse(applied(tree.Source, all)); err == nil && right(t) {
			out, done = t, all
			return
		}
		if len(list) > 1 {
			try(list[:len(list)/2])
			try(list[len(list)/2:])
			return
		}
		s.refused[list[0].place] = list[0].place != ""
	}
	for chunk := range slices.Chunk(kept, 32) {
		try(chunk)
	}
	return out
}

func applied(text []byte, list []edit) []byte {
	var b bytes.Buffer
	at := uint32(0)
	for _, e := range list {
		b.Write(text[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.Write(text[at:])
	return b.Bytes()
}

// faults counts syntax errors.
func faults(t *syntax.Tree) (n int) {
	for i := range t.Nodes {
		if t.Nodes[i].Flags&(syntax.Error|syntax.Missing) != 0 {
			n++
		}
	}
	return n
}

// outline is a program without its comments and white space.
func outline(t *syntax.Tree) []string {
	var out []string
	for i := range t.Nodes {
		n := &t.Nodes[i]
		k := t.Kind(uint32(i))
		switch {
		case strings.Contains(k, "comment") || k == "line_continuation":
		case n.Flags&(syntax.Error|syntax.Missing) != 0:
			out = append(out, "?"+k)
		case n.Next == uint32(i)+1:
			text := string(t.Text(uint32(i)))
			if strings.TrimSpace(text) == "" { // the end of a line
				text = ""
			}
			out = append(out, k+" "+text)
		default:
			out = append(out, k)
		}
	}
	return out
}

var (
	spaces = []string{" ", "\t", "\n", "\r\n  ", " \\\n  "}
	likeC  = []string{" ", "\n", " /* it */ ", "/*it's*/", " // it's\n", "\n  // the \"other\n\t", "/* a\n * b, c.d( */", " /*" + strings.Repeat("-", 1500) + "*/ "}
	hash   = []string{" ", "\n  ", " \\\n  ", " # it's\n  ", "\n  # \"other\n  "}
	room   = map[string][]string{"python": hash, "ruby": hash, "php": append(slices.Clone(likeC), " # it's\n")}
)

// gaps are comments and space between words.
func (s *speller) gaps(t *syntax.Tree) []edit {
	choice := likeC
	if c := room[t.Language.Name()]; c != nil {
		choice = c
	}
	if !s.comments {
		choice = spaces
	}
	var list []edit
	chance := []int{4, 10, 30}[s.random.IntN(3)]
	last, depth := "", 0
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Next != uint32(i)+1 || n.Parent == syntax.NoParent { // an inner node
			continue
		}
		kind := t.Kind(uint32(i))
		if n.Start > 0 && s.random.IntN(chance) == 0 {
			text := choice[s.random.IntN(len(choice))]
			place := fmt.Sprint(t.Language.Name(), last, " ", kind, t.Kind(n.Parent), depth > 0, strings.TrimLeft(text, " "))
			list = append(list, edit{n.Start, n.Start, text, place})
		}
		switch last = kind; kind {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
	}
	return list
}

// cuts reduces a program to its imports and some of its statements, functions, or class members.
func (s *speller) cuts(t *syntax.Tree) []edit {
	var list []edit
	for i := 1; i < len(t.Nodes); i++ {
		n := &t.Nodes[i]
		parent := t.Kind(n.Parent)
		if n.Parent != 0 && !strings.HasSuffix(parent, "class_body") && parent != "declaration_list" || !n.Is(syntax.Named) || kept.MatchString(t.Kind(uint32(i))) || s.random.IntN(4) == 0 {
			continue
		}
		list = append(list, edit{n.Start, n.End, "", ""})
	}
	return list
}

// kept matches kinds of nodes that give others their meaning.
var kept = regexp.MustCompile("import|package|using|namespace|require|tag|comment")

// operands are the fields that may be parenthesized.
var operands = map[string]bool{"object": true, "function": true, "receiver": true, "operand": true, "expression": true, "left": true, "right": true, "value": true, "argument": true, "name": true}

var plainText = regexp.MustCompile("^(['\"`])([A-Za-z0-9 ./:_-]*)(['\"`])$")

// shapes rewrites parts of a program in equivalent ways.
func (s *speller) shapes(t *syntax.Tree) []edit {
	chance := []int{2, 6, 15}[s.random.IntN(3)]
	var list []edit
	for i := range t.Nodes {
		if s.random.IntN(chance) > 0 {
			continue
		}
		if e, ok := s.shape(t, uint32(i)); ok {
			n := &t.Nodes[i]
			e.place = fmt.Sprint(t.Language.Name(), t.Kind(uint32(i)), t.Kind(n.Parent), t.FieldName(uint32(i)), strings.ReplaceAll(e.text, string(t.Text(uint32(i))), " "))
			list = append(list, e)
		}
	}
	if s.random.IntN(2) == 0 {
		list = append(list, s.aliases(t)...)
	}
	if s.random.IntN(2) == 0 {
		list = append(s.constants(t), list...) // these take precedence at the same place
	}
	return list
}

// givenTo matches the name that a string is assigned to, or its key, before the string.
var givenTo = regexp.MustCompile(`([A-Za-z]\w*)["'\]]*\s*[:=]+\s*$`)

// constants extracts some strings into named constants.
func (s *speller) constants(t *syntax.Tree) []edit {
	var at uint32
	var before, after string
	first := func(kinds ...string) uint32 {
		i := slices.IndexFunc(t.Nodes, func(n syntax.Node) bool { return slices.Contains(kinds, t.Language.Kind(n.Symbol)) })
		if i < 0 {
			return uint32(len(t.Source))
		}
		return t.Nodes[i].Start + 1
	}
	switch t.Language.Name() {
	case "python", "ruby":
		after = "\n"
	case "tsx", "typescript", "javascript":
		before, after = "const ", ";\n"
	case "go":
		at, before, after = uint32(len(t.Source)), "\nconst ", "\n"
	case "php":
		at, before, after = first("php_tag")+uint32(len("?php")), "\nconst ", ";\n"
	case "java":
		at, before, after = first("class_body"), "static final String ", ";\n"
	case "c_sharp":
		at, before, after = first("declaration_list"), "const string ", ";\n"
	default:
		return nil
	}
	var list []edit
	declared := ""
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if text := string(t.Text(uint32(i))); plainText.MatchString(text) && strings.Contains(t.Kind(uint32(i)), "string") && n.Is(syntax.Named) && s.random.IntN(6) == 0 {
			name := fmt.Sprint("CONSTANT_", len(list))
			if m := givenTo.FindSubmatch(t.Source[:n.Start]); m != nil && s.random.IntN(2) == 0 && !strings.Contains(declared, strings.ToUpper(string(m[1]))) {
				name = strings.ToUpper(string(m[1]))
			}
			list = append(list, edit{n.Start, n.End, name, ""})
			declared += before + name + " = " + text + after
		}
	}
	if at > uint32(len(t.Source)) || len(list) == 0 {
		return nil
	}
	return append(list, edit{at, at, declared, ""})
}

func (s *speller) shape(t *syntax.Tree, i uint32) (edit, bool) {
	n := &t.Nodes[i]
	text := string(t.Text(i))
	one := func(of ...string) (edit, bool) {
		return edit{start: n.Start, end: n.End, text: of[s.random.IntN(len(of))]}, true
	}
	if n.Parent == syntax.NoParent || n.Start == n.End {
		return edit{}, false
	}
	language, kind, parent := t.Language.Name(), t.Kind(i), t.Kind(n.Parent)
	js := language == "tsx" || language == "typescript" || language == "javascript"
	if m := plainText.FindStringSubmatch(text); m != nil && m[1] == m[3] && strings.Contains(kind, "string") && n.Is(syntax.Named) {
		if i := strings.IndexAny(m[2], " -/._"); i > 0 && s.random.IntN(4) == 0 {
			plus := " + "
			if language == "php" {
				plus = " . "
			}
			return one("(" + m[1] + m[2][:i] + m[1] + plus + m[1] + m[2][i:] + m[1] + ")")
		}
		switch {
		case js:
			return one("'"+m[2]+"'", `"`+m[2]+`"`, "`"+m[2]+"`", "("+text+")")
		case language == "python":
			return one("'"+m[2]+"'", `"`+m[2]+`"`, `"""`+m[2]+`"""`, "r"+text, "u"+text, "("+text+")", "f"+text)
		case language == "ruby":
			return one("'"+m[2]+"'", `"`+m[2]+`"`, "%q("+m[2]+")", "%("+m[2]+")", "("+text+")")
		case language == "php":
			return one("'"+m[2]+"'", `"`+m[2]+`"`, "("+text+")")
		case language == "go":
			return one(`"`+m[2]+`"`, "`"+m[2]+"`")
		case language == "c_sharp":
			return one("@"+text, "("+text+")", `"""`+m[2]+`"""`)
		case language == "java":
			return one("("+text+")", "\"\"\"\n"+m[2]+`"""`)
		}
	}
	switch {
	case js && kind == "." && parent == "member_expression":
		return one("?.", "!.")
	case js && kind == "property_identifier" && parent == "member_expression" && t.Source[n.Start-1] == '.':
		e, _ := one("['"+text+"']", `[ "`+text+`" ]`, "[`"+text+"`]")
		e.start--
		return e, true
	case js && kind == "arguments" && parent == "call_expression":
		return one("?."+text, "<T>"+text, "<T,\n U<V>>"+text)
	case js && (kind == "identifier" || kind == "member_expression") && operands[t.FieldName(i)] && s.random.IntN(3) == 0:
		return one("("+text+" as any)", "(<any>"+text+")", text+"!")
	case language == "c_sharp" && kind == "." && parent == "member_access_expression":
		return one("?.", "!.")
	case language == "c_sharp" && kind == "attribute":
		return one("Some.Where."+text, strings.Replace(text, "(", "Attribute(", 1), "method: "+text)
	case language == "c_sharp" && kind == "argument_list" && parent == "invocation_expression":
		return one("<T>"+text, "<T, U<V>>"+text)
	case language == "c_sharp" && kind == "identifier" && s.random.IntN(3) == 0:
		return one("@"+text, "global::"+text, "("+text+")", text+"!")
	case language == "java" && strings.HasSuffix(parent, "annotation") && kind == "identifier":
		return one("some.where."+text, " "+text)
	case language == "java" && kind == "identifier" && t.FieldName(i) == "name" && parent == "method_invocation" && t.Source[n.Start-1] == '.':
		return one("<T>"+text, "<T, U<V>>"+text)
	case language == "java" && kind == "type_identifier":
		return one("some.where."+text, text+"<T>")
	case language == "ruby" && kind == "." && parent == "call":
		return one("&.", "::")
	case language == "ruby" && kind == "constant":
		return one("::"+text, "Some::"+text)
	case language == "ruby" && kind == "argument_list" && text[0] == '(':
		return one(" " + text[1:len(text)-1])
	case language == "php" && kind == "->":
		return one("?->")
	case language == "php" && kind == "name" && s.random.IntN(2) == 0:
		return one(strings.ToUpper(text), strings.ToLower(text), `\`+text, `Some\`+text)
	case language == "go" && kind == "argument_list" && parent == "call_expression" && t.Kind(n.Parent+1) == "identifier": // a method has no types of its own
		return one("[T]"+text, "[T, U]"+text)
	case operands[t.FieldName(i)] && n.Is(syntax.Named):
		return one("("+text+")", "( "+text+" )", "(("+text+"))")
	}
	return edit{}, false
}

var imports = map[string]*regexp.Regexp{
	"python":     regexp.MustCompile(`(?m)^(?:import|from [\w.]+ import) (\w+)$`),
	"go":         regexp.MustCompile(`(?m)^(?:import )?\s*"(?:[\w./-]*/)?(\w+)"$`),
	"tsx":        regexp.MustCompile(`(?m)^import \{ (\w+) \} from`),
	"typescript": regexp.MustCompile(`(?m)^import \{ (\w+) \} from`),
	"c_sharp":    regexp.MustCompile(`(?m)^using ([\w.]+);`),
	"java":       regexp.MustCompile(`(?m)^import [\w.]+\.(\w+);`),
}

// aliases renames imports.
func (s *speller) aliases(t *syntax.Tree) []edit {
	re := imports[t.Language.Name()]
	if re == nil {
		return nil
	}
	other := map[string]string{}
	var list []edit
	for _, m := range re.FindAllSubmatchIndex(t.Source, -1) {
		if s.random.IntN(2) == 0 {
			continue
		}
		start, end, from, to := uint32(m[0]), uint32(m[1]), uint32(m[2]), uint32(m[3])
		name := string(t.Source[from:to])
		switch t.Language.Name() {
		case "go":
			quote := start + uint32(bytes.IndexByte(t.Source[start:end], '"'))
			list = append(list, edit{quote, quote, "other" + name + " ", ""})
			other[name] = "other" + name
		case "java":
			full := string(bytes.TrimSuffix(bytes.TrimPrefix(t.Source[start:end], []byte("import ")), []byte(";")))
			list = append(list, edit{start, end, "", ""})
			other[name] = full
		case "c_sharp":
			list = append(list, edit{from, from, "static ", ""})
		default:
			list = append(list, edit{to, to, " as other" + name, ""})
			other[name] = "other" + name
		}
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		name := other[string(t.Text(uint32(i)))]
		if name == "" || n.Next != uint32(i)+1 || n.Parent == syntax.NoParent || !strings.HasSuffix(t.Kind(uint32(i)), "identifier") || strings.Contains(t.Kind(n.Parent), "import") ||
			t.Kind(n.Parent) == "dotted_name" || t.Kind(n.Parent) == "scoped_identifier" || n.Start > 0 && t.Source[n.Start-1] == '.' {
			continue
		}
		list = append(list, edit{n.Start, n.End, name, ""})
	}
	return list
}
