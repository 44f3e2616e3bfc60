package taint

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine/files"
	"vigil/internal/engine/ir"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
	"vigil/internal/engine/syntax/syntaxtest"
)

func parse(t testing.TB, language string, src []byte) *syntax.Tree {
	t.Helper()
	e, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Parser(language)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	tree, err := p.Parse(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// programOf lowers a tree.
func programOf(tree *syntax.Tree) *Program { return NewProgram(ir.NewFile(tree, "")) }

// calls finds the calls of a function in the source by text.
func calls(src []byte, function string) (whole, args []Span) {
	for _, at := range regexp.MustCompile(`\b`+function+`\(`).FindAllIndex(src, -1) {
		depth := 0
		for i := at[1] - 1; i < len(src); i++ {
			switch src[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
			if depth == 0 {
				whole = append(whole, Span{Start: uint32(at[0]), End: uint32(i + 1)})
				args = append(args, Span{Start: uint32(at[1]), End: uint32(i)})
				break
			}
		}
	}
	return whole, args
}

// specOf builds a spec of everything that a test file can contain.
func specOf(src []byte) Spec {
	var s Spec
	places := func(spans []Span, like Place) (found []Place) {
		for _, span := range spans {
			p := like
			p.Span = span
			found = append(found, p)
		}
		return found
	}
	whole, _ := calls(src, "source")
	s.Sources = places(whole, Place{})
	_, args := calls(src, "infect")
	s.Sources = append(s.Sources, places(args, Place{BySideEffect: OnlyBySideEffect})...)
	for _, m := range regexp.MustCompile(`\bevil\w*`).FindAllIndex(src, -1) {
		if line := lineAt(src, m[0]); strings.Contains(line, "parameter") {
			s.Sources = append(s.Sources, Place{Span: Span{Start: uint32(m[0]), End: uint32(m[1])}})
		}
	}
	whole, _ = calls(src, "sink")
	s.Sinks = places(whole, Place{Exact: true})
	whole, _ = calls(src, "sanitize")
	s.Sanitizers = places(whole, Place{})
	_, args = calls(src, "check")
	s.Sanitizers = append(s.Sanitizers, places(args, Place{BySideEffect: BySideEffect})...)
	for function, outcome := range map[string]Outcome{"allowed": IfTrue, "position": IfTrue, "denied": IfFalse} {
		_, args = calls(src, function)
		s.Sanitizers = append(s.Sanitizers, places(args, Place{BySideEffect: BySideEffect, CleanIf: outcome})...)
	}
	_, args = calls(src, "holds")
	s.Sanitizers = append(s.Sanitizers, places(args, Place{CleanIf: IfTrue})...)
	for i := range s.Sinks {
		s.Sinks[i].ID = i
	}
	for i := range s.Sources {
		s.Sources[i].ID = i
	}
	return s
}

func lineAt(src []byte, offset int) string {
	start := bytes.LastIndexByte(src[:offset], '\n') + 1
	end := bytes.IndexByte(src[offset:], '\n')
	if end < 0 {
		return string(src[start:])
	}
	return string(src[start : offset+end])
}

// expect checks the flows against the comments in a file: a line with a sink that is reached
// ends with "flow", with "across" if only the interprocedural analysis finds it, and with
// "alone" if only the interprocedural analysis shows that it is clean.
func expect(t *testing.T, tree *syntax.Tree) {
	t.Helper()
	src := tree.Source
	program := programOf(tree)
	for _, one := range []bool{false, true} {
		spec := specOf(src)
		spec.Options.OneFunction = one
		harmless := bytes.Contains(src, []byte("numbers are harmless"))
		spec.Options.SafeNumbers, spec.Options.SafeBooleans = harmless, harmless
		want := map[int]bool{}
		for _, s := range spec.Sinks {
			line := lineAt(src, int(s.Start))
			if strings.HasSuffix(line, " flow") || !one && strings.HasSuffix(line, " across") || one && strings.HasSuffix(line, " alone") {
				want[tree.Line(s.Start)] = true
			}
		}
		flows, err := program.Run(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		got := map[int]bool{}
		for _, f := range flows {
			got[tree.Line(f.Sink.Start)] = true
		}
		lines := strings.Split(string(src), "\n")
		for _, line := range slices.Sorted(maps.Keys(want)) {
			if !got[line] {
				t.Errorf("one function %v: line %d is not reached: %s", one, line, lines[line-1])
			}
		}
		for _, line := range slices.Sorted(maps.Keys(got)) {
			if !want[line] {
				t.Errorf("one function %v: line %d is reached: %s", one, line, lines[line-1])
			}
		}
	}
}

func TestLanguages(t *testing.T) {
	paths, err := filepath.Glob("testdata/*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no test files", err)
	}
	for _, file := range paths {
		if fi, err := os.Stat(file); err != nil || fi.IsDir() {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tree := parse(t, rules.Grammar(files.Language(file), file), src)
			for i, n := range tree.Nodes {
				if n.Is(syntax.Error) || n.Is(syntax.Missing) {
					t.Fatalf("line %d does not parse: %s", tree.Line(n.Start), tree.Text(uint32(i)))
				}
			}
			expect(t, tree)
		})
	}
}

// show formats a flow.
func show(tree *syntax.Tree, f Flow) string {
	var b strings.Builder
	for i, s := range f.Trace {
		if i > 0 {
			b.WriteString(" > ")
		}
		fmt.Fprintf(&b, "%s %d:%s", s.Action, tree.Line(s.Start), tree.Source[s.Start:s.End])
	}
	return b.String()
}
