package rulescan_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/routes"
	"vigil/internal/engine/rulescan"
)

// TestRoutes: routes are reported with the findings, in the same order for any number of
// workers, and the coverage says what could not be scanned.
func TestRoutes(t *testing.T) {
	files := map[string]string{
		"config.js":             "module.exports = { PREFIX: '/api' };\n",
		"app.js":                "const express = require('express'); const app = express(); const { PREFIX } = require('./config');\napp.use(PREFIX, require('./users'));\n",
		"users.js":              "const r = require('express').Router();\nr.get('/users/:id', auth, f);\nmodule.exports = r;\n",
		"node_modules/x/app.js": "const app = require('express')();\napp.get('/not-ours', f);\n",
		"huge.js":               "const app = require('express')();\napp.get('/huge', f); // " + strings.Repeat("x", 17<<20),
		"main.py":               "from flask import Flask\napp = Flask(__name__)\n@app.post('/eval')\ndef f():\n    eval(x)\n",
		"empty.py":              "",
		"nul.py":                "from flask import Flask\n\x00\x00",
	}
	for i := range 20 {
		files[fmt.Sprintf("more%d.py", i)] = fmt.Sprintf("from flask import Flask\napp = Flask(__name__)\n@app.get('/more/%d')\ndef f(): pass\n", i)
	}
	run := func(workers int) enginetest.Result {
		return enginetest.Run(t, enginetest.Tree(t, files), engine.Options{Workers: workers}, withRoutes(t))
	}
	one := run(1)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	if many := run(8); one.JSON != many.JSON {
		t.Errorf("the messages differ:\n%s\n%s", one.JSON, many.JSON)
	}
	for _, want := range []string{
		`{"route":{"method":"GET","path":"/api/users/{id}","params":[{"name":"id","in":"path"}],"handler":"f","file":"users.js","line":2,"framework":"express","guard_candidate":"auth"}}`,
		`{"route":{"method":"POST","path":"/eval","handler":"f","file":"main.py","line":3,"framework":"flask","handler_lines":{"file":"main.py","first":3,"last":5}}}`,
	} {
		if !strings.Contains(one.JSON, want) {
			t.Errorf("%s is not in\n%s", want, one.JSON)
		}
	}
	if strings.Contains(one.JSON, "not-ours") {
		t.Error("somebody else's route is among ours")
	}
	if len(one.Findings) != 1 {
		t.Errorf("%d findings", len(one.Findings))
	}
	c := one.Coverage["routes"]
	if c.Files != 24 || len(c.Rules) != 0 {
		t.Errorf("%+v", c)
	}
	skipped := ""
	for _, s := range c.Skipped {
		skipped += s.Path + " "
	}
	if skipped != "huge.js nul.py " {
		t.Errorf("skipped: %s", skipped)
	}
}

func withRoutes(t *testing.T) engine.Detector {
	t.Helper()
	list := rulesOf(t, "rules:\n- id: r\n  languages: [python]\n  severity: ERROR\n  message: m\n  pattern: eval(...)\n")
	return rulescan.New(rulescan.Config{Rules: list, Syntax: grammars, Routes: func() rulescan.Survey { return routes.New() }})
}
