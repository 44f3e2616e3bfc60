package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"vigil/internal/engine"
)

// TestSkipsHaveKinds finds every place that makes a Skip: each has to decide whether something is
// excluded by design or incomplete, because a gate passes with the one and not with the other.
// The types of SkipError and ExcludedError decide by themselves.
func TestSkipsHaveKinds(t *testing.T) {
	root := os.DirFS("..")
	made := 0
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, 0)
		if err != nil {
			return err
		}
		check := func(l *ast.CompositeLit) {
			if len(l.Elts) == 0 {
				return // no skip
			}
			for _, e := range l.Elts {
				if f, ok := e.(*ast.KeyValueExpr); ok {
					if key, ok := f.Key.(*ast.Ident); ok && key.Name == "Kind" {
						made++
						return
					}
				}
			}
			t.Errorf("internal/%s: a Skip without a Kind: is it Incomplete or Excluded?", set.Position(l.Pos()))
		}
		ast.Inspect(file, func(n ast.Node) bool {
			l, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			if isSkip(l.Type, file.Name.Name) {
				check(l)
			}
			if list, ok := l.Type.(*ast.ArrayType); ok && isSkip(list.Elt, file.Name.Name) {
				for _, e := range l.Elts {
					if one, ok := e.(*ast.CompositeLit); ok && one.Type == nil {
						check(one)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil || made < 15 {
		t.Errorf("found %d places, %v", made, err)
	}
}

func isSkip(e ast.Expr, of string) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return of == "engine" && e.Name == "Skip"
	case *ast.SelectorExpr:
		from, ok := e.X.(*ast.Ident)
		return ok && from.Name == "engine" && e.Sel.Name == "Skip"
	}
	return false
}

// TestIgnoredFilesAreExcluded: a file that cannot be scanned whole does not matter if the ignore
// file excludes it, and a pattern for one that is missing from the tree is not stale.
func TestIgnoredFilesAreExcluded(t *testing.T) {
	r := scan(t, engine.Options{MaxFileTime: 50 * time.Millisecond, LeftOut: []string{"huge.js"}}, map[string]string{
		"a": "bad hang", "b": "hang", ".vigilignore": "b\nhuge.js\ngone.js\n",
	})
	got := ""
	for _, s := range r.Coverage["words"].Skipped {
		got += s.Path + ":" + string(s.Kind) + " "
	}
	if got != "a:incomplete b:excluded " {
		t.Error(got)
	}
	if got := rules(r); got != ".vigilignore:3:stale-suppression" {
		t.Errorf("stale: %s", got)
	}
	left := []engine.Skip{{Path: "huge.js", Kind: engine.Incomplete}, {Path: "other.js"}}
	if got := engine.Ignore("huge.js\n", time.Time{}, left); got[0].IsIncomplete() || !got[1].IsIncomplete() || !left[0].IsIncomplete() {
		t.Errorf("%v, from %v", got, left)
	}
	// The suppressions of a change do not count.
	base := ""
	r = scan(t, engine.Options{MaxFileTime: 50 * time.Millisecond, IgnoreFile: &base}, map[string]string{"b": "hang", ".vigilignore": "b\n"})
	if s := r.Coverage["words"].Skipped; len(s) != 1 || !s[0].IsIncomplete() {
		t.Errorf("%v", s)
	}
}
