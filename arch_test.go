package vigil_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "vigil"

// rooms is the drawing of docs/architecture.md: for each package, the packages
// of this module that it may import ("." is the root, "internal/" is left off). It
// states what is meant, not what happens to compile: a new arrow is drawn here
// first, with its reason in the commit message.
var rooms = map[string]string{
	".":               "",
	"visible":         "",
	"api":             ". visible",
	"cvss":            ".",
	"racetest":        "",
	"store":           ".",
	"store/storetest": ". cvss store",
	"backup":          ". store",
	"engine":          "engine/files",
	"engine/files":    "",
	"engine/freeze":   "",
	"engine/manifest": "",
	"engine/imports":  "engine/manifest",
	"engine/secrets":  "engine engine/files engine/words",
	"engine/syntax":   "",
	// A module of its own: grammars in C, and the program with them.
	"engine/syntax/native":       "engine/syntax",
	"engine/syntax/native/vigil": "cli engine/syntax/native",
	"engine/syntax/syntaxtest":   "engine/syntax",
	"engine/taint":               "engine/syntax engine/ir",
	"engine/words":               "",
	"engine/rules":               "cvss",
	"engine/generic":             "",
	"engine/ir":                  "engine/syntax",
	"engine/match":               "engine/syntax engine/ir",
	"engine/modules":             "engine/imports engine/syntax",
	"engine/rulescan":            "engine engine/confidence engine/formula engine/rules engine/syntax engine/match engine/taint engine/modules",
	"engine/formula":             "engine/rules engine/syntax engine/match engine/generic engine/prefilter engine/embedded engine/entropy engine/redos",
	"engine/prefilter":           "engine/rules engine/match engine/generic engine/words engine/redos",
	"engine/confidence":          "engine engine/files engine/words",
	"engine/embedded":            "",
	"engine/entropy":             "",
	"engine/redos":               "",
	"engine/routes":              "engine engine/match engine/routes/facts engine/routes/javascript engine/routes/python engine/routes/jvm engine/routes/golang engine/routes/ruby engine/routes/php engine/routes/dotnet engine/routes/schema",
	"engine/routes/facts":        "engine engine/files engine/freeze engine/imports engine/match engine/words engine/routes/refusal",
	"engine/routes/refusal":      "engine/match",
	"engine/routes/classes":      "engine engine/match engine/routes/facts engine/routes/refusal",
	"engine/routes/document":     "",
	"engine/routes/javascript":   "engine engine/imports engine/match engine/routes/facts",
	"engine/routes/python":       "engine engine/imports engine/match engine/routes/facts",
	"engine/routes/jvm":          "engine engine/match engine/routes/facts engine/routes/classes",
	"engine/routes/golang":       "engine engine/imports engine/match engine/routes/facts engine/routes/refusal",
	"engine/routes/ruby":         "engine engine/match engine/routes/facts",
	"engine/routes/php":          "engine engine/match engine/routes/facts engine/routes/classes engine/routes/document",
	"engine/routes/dotnet":       "engine engine/match engine/routes/facts engine/routes/classes",
	"engine/routes/schema":       "engine engine/routes/facts engine/routes/document",
	"engine/hunt":                "engine engine/modules engine/rules engine/syntax",
	"engine/pack":                "engine/rules",
	"engine/wiki":                ". engine engine/files engine/freeze engine/imports engine/manifest cvss",
	"engine/ruletest":            "engine/files engine/rules engine/syntax engine/rulescan",
	"engine/all":                 "engine engine/secrets engine/dependencies engine/pack engine/rulescan engine/routes engine/wiki engine/rules",
	"engine/dependencies":        "engine engine/files engine/manifest advisory ecosystem",
	"engine/enginetest":          "engine racetest",
	"ecosystem":                  "",
	"advisory":                   "cvss ecosystem",
	"sarif":                      ". cvss engine visible",
	"sarif/sariftest":            "",
	"netguard":                   "",
	"jsontext":                   "visible",
	"spool":                      ".",
	"cron":                       "",
	"gitlab":                     ". netguard",
	"gitlab/gitlabtest":          "",
	"secretbox":                  "",
	"keyring":                    ". store secretbox",
	"scancache":                  "",
	"sandbox":                    "",
	"source":                     ". engine netguard sandbox",
	"source/sourcetest":          "",
	"demo":                       "engine",
	"client":                     "api",
	"codehost":                   ". netguard",
	"service":                    ". api store cron gitlab netguard secretbox witness",
	"webhook":                    ". api store service netguard secretbox",
	"rulebundle":                 ". cvss source sandbox engine engine/rulescan engine/rules engine/syntax",
	"examine":                    ". cvss sandbox scancache rulebundle engine engine/all examine/protocol",
	"examine/protocol":           ". jsontext engine engine/rules engine/routes engine/hunt engine/wiki",
	"examine/child":              "sandbox scancache rulebundle engine engine/all engine/syntax examine/protocol examine/child/chores",
	"examine/child/chores":       "sarif engine engine/all engine/hunt examine/protocol",
	"witness":                    ". engine/files",
	"witness/witnesstest":        ".",
	"witness/proof":              ". engine engine/all engine/rules rulebundle examine witness",
	"scan":                       ". api store service source engine examine review",
	"review":                     ". engine engine/hunt",
	"review/reviewtest":          "review",
	"ruledoc":                    ". api rulebundle engine/rules engine/pack engine/rulescan",
	"docs":                       "",
	"listquery":                  ". store",
	"web":                        ". api store service listquery docs visible",
	"schedule":                   ". store service",
	"triage":                     ". store service",
	"lifecycle":                  ". store service",
	"integration":                ". store service",
	"hooks":                      ".",
	"hooks/inbox":                ". store service secretbox hooks",
	"httpapi":                    ". api store service listquery spool sarif jsontext",
	"server":                     ". store backup spool service httpapi web schedule triage lifecycle integration hooks/inbox gitlab scan examine review rulebundle witness/proof codehost webhook source sandbox netguard secretbox keyring engine engine/rules engine/pack demo advisory",
	// The command line: the root assembles the tree; local commands work on files, operator
	// commands on the database, and remote commands through the API.
	"cli":                   ". cli/command cli/local cli/operator cli/remote examine/child sandbox",
	"cli/command":           "visible",
	"cli/inputs":            "cli/command advisory ecosystem engine/rules engine/syntax",
	"cli/local":             "cli/local/scan cli/local/rules cli/local/advisories",
	"cli/local/scan":        ". cli/command cli/inputs cli/local/model cli/local/report cli/local/target engine examine",
	"cli/local/model":       ". cli/command engine examine review",
	"cli/local/report":      ". cvss cli/command engine engine/routes examine sarif visible",
	"cli/local/target":      ". cli/command cli/inputs engine examine netguard sandbox source",
	"cli/local/rules":       ". api cli/command cli/inputs engine/rules engine/rulescan engine/ruletest ruledoc",
	"cli/local/advisories":  "cli/command cli/inputs advisory ecosystem netguard",
	"cli/operator":          "cli/operator/admin cli/operator/doctor cli/operator/serve",
	"cli/operator/database": ". cli/command keyring server store",
	"cli/operator/admin":    ". cli/command cli/operator/database backup keyring server service store",
	"cli/operator/doctor":   "cli/command cli/inputs cli/operator/database examine netguard sandbox server source",
	"cli/operator/serve":    ". cli/command cli/inputs cli/operator/database httpapi netguard review server",
	"cli/remote":            ". api client cli/command",
	"cmd/vigil":             "cli",
}

// Limits of packages, files, and functions: beyond them, a reader loses track.
const (
	maxImports       = 8 // of packages of this module
	maxFileLines     = 400
	maxFunctionLines = 80 // without tables
)

// manyImports are the packages that may import more than maxImports others, and why.
var manyImports = map[string]string{
	"server":        "the wiring of all parts",
	"engine/routes": "the table of languages imports the package of each",
}

// separate lists rooms that must not reach others, by whatever path: local commands need no
// server, and remote ones know only its API. An entry includes the rooms below it.
var separate = map[string]string{
	"cli/local":   "store server",
	"cli/inputs":  "store server",
	"cli/remote":  "store server engine",
	"cli/command": "store server engine api client",
}

// pure lists, for packages that must stay free of the outside world, the
// packages of others that they may import.
var pure = map[string][]string{
	".":   {},
	"api": {},
}

// forbidden are packages of the standard library that a pure room does without.
var forbidden = map[string][]string{
	".": {"database/sql", "net/http", "encoding/json", "os", "net"},
}

// rootContexts are files outside package main that may make a context of their own, and why.
var rootContexts = map[string]string{
	"internal/engine/syntax/syntaxtest/syntaxtest.go": "one engine for all tests of a process",
	"internal/store/storetest/template.go":            "one template for all tests of a process",
}

// eachFile calls fn with the path and text of every Go file of the program that is not a
// test. It reads the files itself rather than asking the go command, so that the test cache
// notices when one of them changes.
func eachFile(t *testing.T, fn func(p string, src []byte)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case p == "internal/engine/pack/rules": // examples, not part of the program
			return fs.SkipDir
		case d.IsDir() && (d.Name() == "testdata" || len(d.Name()) > 1 && d.Name()[0] == '.'):
			return fs.SkipDir
		case path.Ext(p) != ".go" || strings.HasSuffix(p, "_test.go"):
			return nil
		}
		src, err := os.ReadFile(p)
		if err == nil {
			fn(p, src)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestImports(t *testing.T) {
	documented := map[string]bool{}
	eachFile(t, func(p string, src []byte) {
		f, err := parser.ParseFile(token.NewFileSet(), p, src, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		room := strings.TrimPrefix(path.Dir(p), "internal/")
		documented[room] = documented[room] || f.Doc != nil
		allowed, ok := rooms[room]
		if !ok {
			t.Errorf("%s: the room %q is not in the drawing", p, room)
		}
		for _, spec := range f.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			first, rest, _ := strings.Cut(imported, "/")
			switch {
			case first == module:
				to := "."
				if rest != "" {
					to = strings.TrimPrefix(rest, "internal/")
				}
				if !slices.Contains(strings.Fields(allowed), to) {
					t.Errorf("%s: the arrow %s -> %s is not in the drawing", p, room, to)
				}
			case strings.Contains(first, "."):
				if theirs, isPure := pure[room]; isPure && !slices.Contains(theirs, imported) {
					t.Errorf("%s: %s may not import %s", p, room, imported)
				}
			case slices.Contains(forbidden[room], imported):
				t.Errorf("%s: %s may not import %s", p, room, imported)
			}
		}
	})
	for room := range rooms {
		if !documented[room] {
			t.Errorf("%s has no package comment, or is gone and should leave the drawing", room)
		}
	}
}

// TestSizes holds the limits of packages, files, and functions. Tests are not measured: many tell
// one long story.
func TestSizes(t *testing.T) {
	imports := map[string]map[string]bool{}
	eachFile(t, func(p string, src []byte) {
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, p, src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		room := strings.TrimPrefix(path.Dir(p), "internal/")
		if imports[room] == nil {
			imports[room] = map[string]bool{}
		}
		for _, spec := range f.Imports {
			if imported, _ := strconv.Unquote(spec.Path.Value); imported == module || strings.HasPrefix(imported, module+"/") {
				imports[room][imported] = true
			}
		}
		if n := bytes.Count(src, []byte("\n")); n > maxFileLines {
			t.Errorf("%s has %d lines, more than %d", p, n, maxFileLines)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if n := linesOf(files, fn); n > maxFunctionLines {
					t.Errorf("%s: %s has %d lines, more than %d", p, fn.Name.Name, n, maxFunctionLines)
				}
			}
		}
	})
	for room, list := range imports {
		switch n, reason := len(list), manyImports[room]; {
		case n > maxImports && reason == "":
			t.Errorf("%s imports %d packages of this module, more than %d: give some of its code a package of its own", room, n, maxImports)
		case n <= maxImports && reason != "":
			t.Errorf("%s imports only %d packages now: remove it from manyImports", room, n)
		}
	}
}

// linesOf counts the lines of a function, each table as one.
func linesOf(files *token.FileSet, fn *ast.FuncDecl) int {
	line := func(at token.Pos) int { return files.Position(at).Line }
	n := line(fn.End()) - line(fn.Pos()) + 1
	ast.Inspect(fn, func(x ast.Node) bool {
		table, ok := x.(*ast.CompositeLit)
		if ok {
			n -= line(table.End()) - line(table.Pos())
		}
		return !ok
	})
	return n
}

// TestContextsComeFromMain holds that only package main makes a context; all others take
// their caller's. What must outlive it says so with context.WithoutCancel.
func TestContextsComeFromMain(t *testing.T) {
	isMain := regexp.MustCompile(`(?m)^package main$`)
	root := regexp.MustCompile(`\bcontext\.(Background|TODO)\b`)
	eachFile(t, func(p string, src []byte) {
		if made := root.Find(src); made != nil && !isMain.Match(src) && rootContexts[p] == "" {
			t.Errorf("%s: %s: take the context of the caller", p, made)
		}
	})
}

// TestSeparateRooms follows the arrows of the drawing; TestImports checks that the code has no others.
func TestSeparateRooms(t *testing.T) {
	within := func(room, under string) bool { return room == under || strings.HasPrefix(room, under+"/") }
	for from, forbidden := range separate {
		reached := map[string]string{} // and from where
		var visit func(room string)
		visit = func(room string) {
			for to := range strings.FieldsSeq(rooms[room]) {
				if _, seen := reached[to]; !seen {
					reached[to] = room
					visit(to)
				}
			}
		}
		for room := range rooms {
			if within(room, from) {
				visit(room)
			}
		}
		for to, by := range reached {
			for bad := range strings.FieldsSeq(forbidden) {
				if within(to, bad) {
					t.Errorf("%s must not reach %s, but does through %s", from, to, by)
				}
			}
		}
	}
}

// TestRaceDetectorWatchesGoroutines: the Makefile runs every package that starts a goroutine with
// the race detector.
func TestRaceDetectorWatchesGoroutines(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)\nWATCHED := .*?\n[A-Z]`).Find(makefile)
	watched := strings.FieldsFunc(string(list), func(r rune) bool { return strings.ContainsRune(" \n\\,()", r) })
	starts := regexp.MustCompile(`(?m)^\s*go (func\b|\w[\w.]*\()|\.Go\(`)
	eachFile(t, func(p string, src []byte) {
		room := strings.TrimPrefix(path.Dir(p), "internal/")
		if starts.Match(src) && !slices.Contains(watched, room) && !strings.HasPrefix(room, "engine/syntax/native") {
			t.Errorf("%s starts a goroutine: add %s to WATCHED in the Makefile", p, room)
		}
	})
}
