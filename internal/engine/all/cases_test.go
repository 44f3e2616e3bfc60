package all

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax/syntaxtest"
)

// application is a made-up program in which data of a request passes through a function in one
// file into a command in another.
type application struct {
	files        map[string]string
	clean, run   string            // the files of these two functions
	harmless     string            // what the one that cleans may do instead, in place of "return x"
	imports      []string          // in the file that calls them: of the functions, and of others with these names
	renamed      []string          // the path that the file of clean gets, and its import before and after
	moved        string            // the function that runs the command
	movedImports map[string]string // what else changes with its move to the file of clean
	language     string
	call         string // a pattern for a call of clean
}

var applications = map[string]application{
	"python": {
		files: map[string]string{
			"app.py":      "from flask import Flask, request\nfrom texts import clean\nfrom commands import run\napp = Flask(__name__)\n\n@app.route('/run')\ndef handle():\n    return run(clean(request.args['c']))\n",
			"texts.py":    "def clean(x):\n    return x\n",
			"commands.py": "import os\n\ndef run(c):\n    return os.system(c)\n",
			"safe.py":     "def run(c):\n    return len(c)\n",
		},
		clean: "texts.py", run: "commands.py", harmless: "return 'fixed'",
		imports: []string{"from commands import run", "from safe import run"},
		renamed: []string{"strings_.py", "from texts import", "from strings_ import"},
		moved:   "import os\n\ndef run(c):\n    return os.system(c)\n", movedImports: map[string]string{"from commands import run": "from strings_ import run"},
		language: "python", call: "clean(...)",
	},
	"javascript": {
		files: map[string]string{
			"app.js":      "const express = require('express');\nconst { clean } = require('./texts');\nconst { run } = require('./commands');\nconst app = express();\napp.get('/run', (req, res) => { res.send(run(clean(req.query.c))); });\n",
			"texts.js":    "function clean(x) {\n  return x;\n}\nmodule.exports.clean = clean;\n",
			"commands.js": "const cp = require('child_process');\nfunction run(c) {\n  return cp.execSync(c);\n}\nmodule.exports.run = run;\n",
			"safe.js":     "function run(c) {\n  return c.length;\n}\nmodule.exports.run = run;\n",
		},
		clean: "texts.js", run: "commands.js", harmless: "return 'fixed'",
		imports: []string{"require('./commands')", "require('./safe')"},
		renamed: []string{"strings.js", "require('./texts')", "require('./strings')"},
		moved:   "const cp = require('child_process');\nfunction run(c) {\n  return cp.execSync(c);\n}\nmodule.exports.run = run;\n", movedImports: map[string]string{"require('./commands')": "require('./strings')"},
		language: "javascript", call: "clean(...)",
	},
	"java": {
		files: map[string]string{
			"app/Handler.java":       "package app;\n\nimport app.texts.Texts;\nimport app.real.Commands;\nimport org.springframework.web.bind.annotation.*;\n\n@RestController\nclass Handler {\n  @GetMapping(\"/run\")\n  String handle(@RequestParam String c) throws Exception {\n    Commands.run(Texts.clean(c));\n    return \"\";\n  }\n}\n",
			"app/texts/Texts.java":   "package app.texts;\n\npublic class Texts {\n  public static String clean(String x) {\n    return x;\n  }\n}\n",
			"app/real/Commands.java": "package app.real;\n\npublic class Commands {\n  public static void run(String c) throws Exception {\n    Runtime.getRuntime().exec(c);\n  }\n}\n",
			"app/safe/Commands.java": "package app.safe;\n\npublic class Commands {\n  public static void run(String c) {\n    c.length();\n  }\n}\n",
		},
		clean: "app/texts/Texts.java", run: "app/real/Commands.java", harmless: "return \"fixed\"",
		imports: []string{"import app.real.Commands;", "import app.safe.Commands;"},
		renamed: []string{"app/words/Texts.java", "app.texts", "app.words"},
		moved:   "class Commands {\n  public static void run(String c) throws Exception {\n    Runtime.getRuntime().exec(c);\n  }\n}\n", movedImports: map[string]string{"import app.real.Commands;": "import app.words.Commands;"},
		language: "java", call: "$X.clean(...)",
	},
	"go": {
		files: map[string]string{
			"go.mod":               "module example.com/app\n\ngo 1.22\n",
			"main.go":              "package main\n\nimport (\n\t\"net/http\"\n\n\t\"example.com/app/texts\"\n\tcommands \"example.com/app/commands\"\n)\n\nfunc handle(w http.ResponseWriter, r *http.Request) {\n\tcommands.Run(texts.Clean(r.URL.Query().Get(\"c\")))\n}\n\nfunc main() {\n\thttp.HandleFunc(\"/run\", handle)\n}\n",
			"texts/texts.go":       "package texts\n\nfunc Clean(x string) string {\n\treturn x\n}\n",
			"commands/commands.go": "package commands\n\nimport \"os/exec\"\n\nfunc Run(c string) {\n\texec.Command(\"sh\", \"-c\", c).Run()\n}\n",
			"safe/safe.go":         "package safe\n\nfunc Run(c string) int {\n\treturn len(c)\n}\n",
		},
		clean: "texts/texts.go", run: "commands/commands.go", harmless: "return \"fixed\"",
		imports: []string{"\"example.com/app/commands\"", "\"example.com/app/safe\""},
		renamed: []string{"words/texts.go", "\"example.com/app/texts\"", "\"example.com/app/words\""},
		moved:   "\nfunc Run(c string) {\n\texec.Command(\"sh\", \"-c\", c).Run()\n}\n", movedImports: map[string]string{"\"example.com/app/commands\"": "\"example.com/app/words\"", "package texts\n": "package texts\n\nimport \"os/exec\"\n"},
		language: "go", call: "$X.Clean(...)",
	},
}

// TestCacheCases makes the changes that a cache is most likely to get wrong. Each of them must
// have its effect, and the same one with a cache and without.
func TestCacheCases(t *testing.T) {
	for name, app := range applications {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &caseWalk{t: t, files: maps.Clone(app.files), cache: &memory{entries: map[engine.Key][]byte{}}}
			c.check("base", app.run)
			c.check("the same again", app.run)
			// A sanitizer in another file.
			c.replace("return x", app.harmless)
			c.check("cleaned in another file", "")
			c.replace(app.harmless, "return x")
			c.check("no longer cleaned", app.run)
			// Imports.
			c.replace(app.imports[0], app.imports[1])
			c.check("another import", "")
			c.replace(app.imports[1], app.imports[0])
			c.check("the first import", app.run)
			// Suppressions.
			c.files[".vigilignore"] = app.run + "\n"
			c.check("ignored", "")
			delete(c.files, ".vigilignore")
			c.check("not ignored", app.run)
			c.rules(app)
			// Renames and moves.
			c.files[app.renamed[0]] = c.files[app.clean]
			delete(c.files, app.clean)
			c.check("renamed, and not found", "?")
			for path, text := range c.files {
				c.files[path] = strings.ReplaceAll(strings.ReplaceAll(text, app.renamed[1], app.renamed[2]), strings.Trim(app.renamed[1], `"`)+";", strings.Trim(app.renamed[2], `"`)+";")
			}
			c.check("renamed", app.run)
			c.files[app.renamed[0]] += app.moved
			for _, from := range slices.Sorted(maps.Keys(app.movedImports)) {
				c.replace(from, app.movedImports[from])
			}
			delete(c.files, app.run)
			c.check("function moved, file deleted", app.renamed[0])
			delete(c.files, app.renamed[0])
			c.check("the other file deleted", "?")
		})
	}
}

// caseWalk is one tree as it changes.
type caseWalk struct {
	t     *testing.T
	files map[string]string
	cache *memory
	own   string // rules
}

func (c *caseWalk) replace(from, to string) {
	c.t.Helper()
	done := false
	for path, text := range c.files {
		if strings.Contains(text, from) {
			c.files[path], done = strings.ReplaceAll(text, from, to), true
		}
	}
	if !done {
		c.t.Fatalf("no file has %q", from)
	}
}

// rules adds a rule, changes it, and removes it.
func (c *caseWalk) rules(app application) {
	rule := func(severity, pattern string) string {
		return "rules:\n- id: own-rule\n  languages: [" + app.language + "]\n  severity: " + severity + "\n  message: found\n  pattern: " + pattern + "\n"
	}
	for _, step := range []struct {
		what, rules string
		found       int
	}{
		{"a rule added", rule("ERROR", app.call), 1},
		{"its severity changed", rule("WARNING", app.call), 1},
		{"its pattern changed", rule("WARNING", "nowhere(...)"), 0},
		{"its pattern changed back", rule("WARNING", app.call), 1},
		{"the rule removed", "", 0},
	} {
		c.own = step.rules
		found := 0
		for _, f := range c.check(step.what, app.run).Findings {
			if strings.HasSuffix(f.Rule, "own-rule") {
				found++
			}
		}
		if found != step.found {
			c.t.Errorf("%s: the rule found %d, want %d", step.what, found, step.found)
		}
	}
}

// check compares a scan with the cache and one without. The command must be found in a file, or
// nowhere; "?": either is right.
func (c *caseWalk) check(what, in string) enginetest.Result {
	c.t.Helper()
	with, without := c.scan(c.cache), c.scan(nil)
	if with.JSON != without.JSON {
		c.t.Fatalf("%s:\n%s", what, firstDifference(with.JSON, without.JSON))
	}
	at := map[string]bool{}
	for _, f := range without.Findings {
		if f.CWE == "CWE-78" {
			at[f.Path] = true
		}
	}
	if in == "" && len(at) > 0 || in != "" && in != "?" && !at[in] {
		c.t.Errorf("%s: found in %v, want %q\n%s", what, at, in, without.JSON)
	}
	return without
}

func (c *caseWalk) scan(cache *memory) enginetest.Result {
	c.t.Helper()
	e, err := syntaxtest.Engine()
	if err != nil {
		c.t.Fatal(err)
	}
	config := Config{BuiltIn: true, Code: rulescan.Config{Syntax: e}, SecretsKey: bytes.Repeat([]byte("k"), 32)}
	if c.own != "" {
		config.Code.Layers = rules.Layers{{{Path: "own.yaml", Text: []byte(c.own)}}}
	}
	detectors, err := Detectors(config)
	if err != nil {
		c.t.Fatal(err)
	}
	o := engine.Options{Workers: 2, Describer: Describer(config), Build: "1"}
	if cache != nil {
		o.Cache = cache
	}
	return enginetest.Run(c.t, enginetest.Tree(c.t, c.files), o, detectors...)
}
