package modules

import (
	"slices"
	"strings"
	"testing"
)

// TestNear checks that the text alone shows which files a file may use.
func TestNear(t *testing.T) {
	for _, test := range []struct {
		grammar, file, want string
		files               map[string]string
	}{
		{"python", "a/b/v.py", "a/b/db.py a/util.py lib.py", map[string]string{
			"a/b/v.py":  "import sys, lib as l\nfrom . import (\n    db,\n    nothing)\ndef f():\n    from ..util import f as g\n",
			"a/b/db.py": "", "a/util.py": "", "lib.py": "", "other.py": "",
		}},
		{"javascript", "a/v.js", "a/m.js a/s/index.ts b.js", map[string]string{
			"a/v.js": "import S, { x } from './s';\nconst m = require('./m.js');\nexport * from \"../b\";\nimport 'lib';\n", "a/m.js": "", "a/s/index.ts": "", "b.js": "", "lib.js": "",
		}},
		{"java", "x/V.java", "d/Dao.java d/Util.java x/Near.java", map[string]string{
			"x/V.java":   "package x;\nimport d.Dao;\nimport static d.Util.tidy;\nclass V { Dao dao; Near n; }\n",
			"d/Dao.java": "package d;\n", "d/Util.java": "package d;\n", "x/Near.java": "package x;\n", "x/Far.java": "package x;\n",
		}},
		{"c_sharp", "Web/V.cs", "Data/Repo.cs Data/SqlRepo.cs Util/Tools.cs Web/Near.cs", map[string]string{
			"Web/V.cs":        "using App.Data;\nnamespace App.Web;\nclass V { Repo repo; Near n; Tools t; Old o; }\n",
			"Data/Repo.cs":    "namespace App.Data;\ninterface Repo {}\n",
			"Data/SqlRepo.cs": "namespace App.Data;\nclass SqlRepo : Repo {}\n",
			"Util/Tools.cs":   "namespace App.Util\n{\n}\n", "Util/Usings.cs": "global using App.Util;\n",
			"Web/Near.cs": "namespace App.Web;\n", "Web/Far.cs": "namespace App.Web;\n", "Old/Old.cs": "namespace App.Old;\n",
		}},
		{"go", "web/v.go", "store/s.go web/h.go", map[string]string{
			"web/v.go": "package web\n\nimport (\n\t\"fmt\"\n\tdb \"example.com/app/store\"\n)\n", "web/h.go": "package web\n", "store/s.go": "package store\n", "other/o.go": "package other\n",
		}},
	} {
		t.Run(test.grammar, func(t *testing.T) {
			var outlines []*Outline
			for p, text := range test.files {
				outlines = append(outlines, Sketch(p, test.grammar, []byte(text)))
			}
			x := NewIndex(outlines, map[string][]byte{"go.mod": []byte("module example.com/app\n")})
			var got []string
			for _, f := range x.Near(x.byPath[test.file]) {
				got = append(got, x.Files[f].Path)
			}
			slices.Sort(got)
			if s := strings.Join(got, " "); s != test.want {
				t.Errorf("got  %s\nwant %s", s, test.want)
			}
		})
	}
}

func TestSketchText(t *testing.T) {
	for _, test := range []struct{ grammar, text, want string }{
		{"tsx", "import a from 'a'; require( `b` ); import('c'); from x; import \"d e\"; importf'", "a b c"},
		{"typescript", "export * from\n\t\"../x\"; require(require('y'))", "../x y"},
		{"python", "x = 'import q'\n\n  import a.b as c, d # e\nfrom . import(\n f,\n g)\nfrom h import i; from j", "a.b d h"},
		{"java", " package x ; import a.B;\nimport\n static c.D.e ;\n// import f.G;\nimport h.*;", "c.D h"},
		{"c_sharp", "global using A.B;\n\tusing C;\nusing (x) {}\nusing D = E;\n", "A.B C"},
		{"php", "<?php namespace A\\B;\nuse C\\D as E;\n  use function F\\g;\nuse H\n;", "C.D F.g H"},
	} {
		var got []string
		for _, i := range Sketch("f", test.grammar, []byte(test.text)).Imports {
			if !slices.Contains(got, i.Module) {
				got = append(got, i.Module)
			}
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: got %s, want %s", test.grammar, s, test.want)
		}
	}
	o := Sketch("a/Name.cs", "c_sharp", []byte("namespace X.Y;\nsubclass Z : Q {}\nclass A<T>(int i) : B, C.D<E> {}\nclass F {}"))
	if o.Package != "X.Y" || len(o.Classes) != 2 || o.Classes[1].Name != "A" || strings.Join(o.Classes[1].Bases, " ") != "B C D E" || strings.Join(o.Uses, " ") != "A B C D E F Q T X Y Z" {
		t.Errorf("%+v", o)
	}
	o = Sketch("a.rb", "ruby", []byte("class A::B < C\n  final\n class D\nend\nsubclass E\n"))
	if len(o.Classes) != 2 || o.Classes[0].Name != "B" || o.Classes[1].Name != "D" {
		t.Errorf("%+v", o.Classes)
	}
}
