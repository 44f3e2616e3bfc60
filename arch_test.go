package vigil_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
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
	"store":           ".",
	"store/storetest": ". store",
	"backup":          ". store",
	"engine":          "",
	"engine/secrets":  "engine engine/words",
	"engine/syntax":   "",
	// A module of its own: grammars in C, and the program with them.
	"engine/syntax/native":       "engine/syntax",
	"engine/syntax/native/vigil": "cli engine/syntax/native",
	"engine/syntax/syntaxtest":   "engine/syntax",
	"engine/taint":               "engine/syntax engine/ir",
	"engine/words":               "",
	"engine/rules":               "",
	"engine/generic":             "",
	"engine/ir":                  "engine/syntax",
	"engine/match":               "engine/syntax engine/ir",
	"engine/modules":             "engine/syntax",
	"engine/rulescan":            "engine engine/rules engine/syntax engine/match engine/taint engine/modules engine/generic engine/words engine/routes engine/prefilter engine/embedded engine/entropy engine/redos",
	"engine/prefilter":           "engine/rules engine/match engine/generic engine/words engine/redos",
	"engine/embedded":            "",
	"engine/entropy":             "",
	"engine/redos":               "",
	"engine/routes":              "engine engine/match engine/routes/facts engine/routes/javascript engine/routes/python engine/routes/jvm engine/routes/golang engine/routes/ruby engine/routes/php engine/routes/dotnet engine/routes/schema",
	"engine/routes/facts":        "engine engine/match engine/words",
	"engine/routes/classes":      "engine engine/match engine/routes/facts",
	"engine/routes/document":     "",
	"engine/routes/javascript":   "engine engine/match engine/routes/facts",
	"engine/routes/python":       "engine engine/match engine/routes/facts",
	"engine/routes/jvm":          "engine engine/match engine/routes/facts engine/routes/classes",
	"engine/routes/golang":       "engine engine/match engine/routes/facts",
	"engine/routes/ruby":         "engine engine/match engine/routes/facts",
	"engine/routes/php":          "engine engine/match engine/routes/facts engine/routes/classes engine/routes/document",
	"engine/routes/dotnet":       "engine engine/match engine/routes/facts engine/routes/classes",
	"engine/routes/schema":       "engine engine/routes/facts engine/routes/document",
	"engine/pack":                "engine/rules",
	"engine/wiki":                ". engine",
	"engine/ruletest":            "engine/rules engine/syntax engine/rulescan",
	"engine/all":                 "engine engine/secrets engine/dependencies engine/rules engine/pack engine/syntax engine/rulescan engine/wiki",
	"engine/dependencies":        "engine advisory ecosystem",
	"engine/enginetest":          "engine",
	"ecosystem":                  "",
	"advisory":                   ". ecosystem",
	"sarif":                      ". engine visible",
	"sarif/sariftest":            "",
	"netguard":                   "",
	"jsontext":                   "",
	"spool":                      ".",
	"cron":                       "",
	"gitlab":                     ". netguard",
	"gitlab/gitlabtest":          "",
	"secretbox":                  "",
	"keyring":                    ". store secretbox",
	"sandbox":                    "",
	"source":                     ". engine netguard sandbox",
	"demo":                       "engine",
	"client":                     "api",
	"service":                    ". api store cron gitlab netguard secretbox",
	"webhook":                    ". api store service netguard secretbox",
	"examine":                    ". source sandbox sarif advisory jsontext engine engine/all engine/dependencies engine/routes engine/wiki engine/rulescan engine/rules engine/syntax",
	"scan":                       ". api store service source engine examine",
	"ruledoc":                    ". api examine engine/rules engine/pack engine/rulescan",
	"docs":                       "",
	"listquery":                  ". store",
	"web":                        ". api store service listquery docs visible",
	"schedule":                   ". store service",
	"triage":                     ". store service",
	"integration":                ". store service",
	"httpapi":                    ". api store service listquery source spool sarif jsontext visible",
	"server":                     ". store backup spool service httpapi web schedule triage integration gitlab scan examine webhook source sandbox netguard secretbox keyring engine engine/rules engine/pack demo advisory",
	"cli":                        ". store backup keyring service httpapi server examine source sandbox netguard advisory ecosystem engine engine/routes engine/rulescan engine/rules engine/pack engine/ruletest engine/syntax sarif api client ruledoc visible",
	"cmd/vigil":                  "cli",
}

// pure lists, for packages that must stay free of the outside world, the
// packages of others that they may import.
var pure = map[string][]string{
	".":   {"github.com/pandatix/go-cvss/31", "github.com/pandatix/go-cvss/40"},
	"api": {},
}

// forbidden are packages of the standard library that a pure room does without.
var forbidden = map[string][]string{
	".": {"database/sql", "net/http", "encoding/json", "os", "net"},
}

// TestImports reads the files itself rather than asking the go command, so that
// the test cache notices when one of them changes.
func TestImports(t *testing.T) {
	documented := map[string]bool{}
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
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
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
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for room := range rooms {
		if !documented[room] {
			t.Errorf("%s has no package comment, or is gone and should leave the drawing", room)
		}
	}
}
