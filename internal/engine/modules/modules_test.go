package modules

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine/syntax/syntaxtest"
)

// indexOf reads the files of a test; the ending tells the language.
func indexOf(t *testing.T, files map[string]string) *Index {
	t.Helper()
	e, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	grammars := map[string]string{".py": "python", ".js": "javascript", ".ts": "typescript", ".java": "java", ".go": "go", ".php": "php", ".rb": "ruby"}
	var outlines []*Outline
	goMods := map[string][]byte{}
	for p, text := range files {
		if path.Base(p) == "go.mod" {
			goMods[p] = []byte(text)
			continue
		}
		parser, err := e.Parser(grammars[path.Ext(p)])
		if err != nil {
			t.Fatal(err)
		}
		tree, err := parser.Parse(t.Context(), []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		outlines = append(outlines, Read(p, tree))
		parser.Close()
	}
	return NewIndex(outlines, goMods)
}

// bound writes what the names of a file stand for.
func bound(x *Index, file string) string {
	var out []string
	for _, b := range x.Bindings(x.byPath[file]) {
		for _, t := range b.Targets {
			out = append(out, fmt.Sprintf("%s=%s:%s", b.Name, x.Files[t.File].Path, t.Symbol))
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestBindings(t *testing.T) {
	for _, test := range []struct {
		name, file, want string
		files            map[string]string
	}{
		{"php", "app/V.php", `F=svc/Find.php:Find Here=app/Here.php:Here \Svc\Other=svc/Find.php:Other help=lib/help.php:help`, map[string]string{
			"app/V.php":    "<?php\nnamespace App;\nuse Svc\\{Find as F, Gone};\nuse Vendor\\Thing;\nclass V extends Here { function v() { new \\Svc\\Other(); help(F::x()); } }\n",
			"app/Here.php": "<?php\nnamespace App;\nclass Here {}\n",
			"svc/Find.php": "<?php\nnamespace Svc;\nclass Find {}\nclass Other {}\nclass Here {}\n",
			"lib/help.php": "<?php\nfunction help($x) {}\n",
		}},
		{"ruby", "app/controllers/v_controller.rb", "Base=app/controllers/base.rb:Base User=app/models/user.rb:User", map[string]string{
			"app/controllers/v_controller.rb": "class VController < Base\n  def v\n    User.find(Shop::Gone)\n  end\nend\n",
			"app/controllers/base.rb":         "class Base\nend\n",
			"app/models/user.rb":              "class User < Record\nend\n",
			"app/controllers/ext.rb":          "module Ext\n  class User\n  end\nend\n",
		}},
		{"python", "a/b/v.py", "T=src/lib.py:T db=a/b/db.py: f=a/util.py:f g=a/util.py:f lib=src/lib.py: os.x=os/x.py:", map[string]string{
			"a/b/v.py":  "import os.x, sys\nimport lib\nfrom . import db, nothing\nfrom ..util import f, f as g\nfrom lib import *\nfrom flask import request\n",
			"a/b/db.py": "", "a/util.py": "def f(): pass\n", "src/lib.py": "class T: pass\n", "os/x.py": "", "a/b/nothing/readme.py": "",
		}},
		{"javascript", "a/v.js", "S=a/s/index.ts:default load=a/l.js:load m=a/m.js: q=a/m.js:f require:./m=a/m.js: w=a/m.js:", map[string]string{
			"a/v.js": "import S from './s'; import {load} from './again.js'; import * as w from './m.js'; import x from 'lib';\nconst m = require('./m'), { f: q } = require('./m');\n",
			"a/m.js": "exports.f = 1;\n", "a/s/index.ts": "export default class {}\n", "a/again.js": "export { load } from './l';\n", "a/l.js": "export function load() {}\n",
		}},
		{"java", "x/V.java", "Dao=d/DaoImpl.java:DaoImpl Near=y/Near.java:Near tidy=d/Util.java:Util.tidy", map[string]string{
			"x/V.java":   "package p;\nimport d.Dao;\nimport static d.Util.tidy;\nimport java.util.List;\nclass V { Dao dao; Near n; List l; }\n",
			"d/Dao.java": "package d;\ninterface Dao {}\n", "d/DaoImpl.java": "package d;\nclass DaoImpl implements Dao {}\n", "d/Util.java": "package d;\nclass Util {}\n", "y/Near.java": "package p;\nclass Near {}\n",
		}},
		{"go", "web/v.go", "db=store/s.go: helper=web/h.go:helper", map[string]string{
			"go.mod": "module example.com/app\n\ngo 1.26\n", "web/v.go": "package web\nimport db \"example.com/app/store\"\nimport \"fmt\"\nfunc v() { db.Load(); helper(); fmt.Println() }\n",
			"web/h.go": "package web\nfunc helper() {}\n", "store/s.go": "package store\nfunc Load() {}\n", "store/s_test.go": "package store\n", "other/h.go": "package web\nfunc helper() {}\n",
		}},
		{"go without go.mod", "app/web/v.go", "store=app/store/s.go: types=app/types/t.go:", map[string]string{
			"app/web/v.go":   "package web\nimport \"example.com/some/app/store\"\nimport \"example.com/some/app/types\"\nimport \"example.com/lib/middleware\"\nimport \"net/http\"\nfunc v() { store.Load(); types.New(); middleware.New(); http.Get(1) }\n",
			"app/store/s.go": "package store\nfunc Load() {}\n", "app/types/t.go": "package types\nfunc New() {}\n", "app/middleware/m.go": "package middleware\nfunc New() {}\n", "app/http/h.go": "package http\nfunc Get() {}\n",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := bound(indexOf(t, test.files), test.file); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestGroups checks which files are analyzed together.
func TestGroups(t *testing.T) {
	files := map[string]string{
		"view.py":    "import service, util\ndef view():\n    service.find(util.tidy(1))\ndef idle():\n    pass\n",
		"service.py": "import db\ndef find(x):\n    db.query(x)\n", "db.py": "def query(x):\n    pass\n", "util.py": "def tidy(x):\n    return x\n",
		"main.py": "import view\nview.view()\n", "else.py": "def query(x):\n    pass\n",
	}
	g := NewGraph(indexOf(t, files))
	place := func(file string, function int32) Place { return Place{g.byPath[file], function} }
	show := func(groups []Group) string {
		var out []string
		for _, x := range groups {
			var names []string
			for _, f := range x.Files {
				names = append(names, g.Files[f].Path)
			}
			out = append(out, strings.Join(names, " "))
		}
		return strings.Join(out, "; ")
	}
	if got := show(g.Groups([]Place{place("view.py", 1)}, []Place{place("db.py", 1), place("else.py", 1)}, nil)); got != "view.py service.py db.py util.py" {
		t.Errorf("groups: %s", got)
	}
	if got := show(g.Groups([]Place{place("view.py", 2)}, []Place{place("db.py", 1)}, nil)); got != "" {
		t.Errorf("a source that nobody passes on: %s", got)
	}
}

// TestGuessesAreBounded: paths with thousands of parts, and thousands of folders with one name, take hardly any time.
func TestGuessesAreBounded(t *testing.T) {
	long := Import{Module: strings.Repeat("x/", 20_000) + "a"}
	short := Import{Module: "example.com/a"}
	var outlines []*Outline
	for i := range 3_000 {
		outlines = append(outlines, &Outline{Path: fmt.Sprintf("d%d/a/f.go", i), Family: "go", Imports: []Import{long, short}})
	}
	if x := NewIndex(outlines, nil); x.golang.Len() != 0 {
		t.Errorf("%d modules", x.golang.Len())
	}
}
