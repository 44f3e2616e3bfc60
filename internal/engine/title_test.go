package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
)

// teller reports findings as they are.
type teller []engine.Finding

func (teller) Name() string    { return "teller" }
func (teller) Version() string { return "1" }
func (d teller) Detect(_ context.Context, _ *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	for i, f := range d {
		f.Rule, f.StartLine, f.StartColumn, f.EndLine, f.EndColumn = "r", i+1, 1, i+1, 2
		if f.Path == "" {
			f.Path = "a"
		}
		f.Identity = fmt.Sprint(i)
		report(f)
	}
	return engine.Coverage{Rules: []string{"r"}, Files: 1}, nil
}

func titleOf(t *testing.T, name string, about engine.Subject) string {
	t.Helper()
	got := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a": ""}), engine.Options{}, teller{{Title: name, Subject: about}})
	if f := got.Findings[0]; f.Weakness != name && !strings.HasSuffix(f.Weakness, "…") {
		t.Errorf("weakness %q of %q", f.Weakness, name)
	}
	return got.Findings[0].Title
}

func TestTitles(t *testing.T) {
	for _, test := range []struct {
		name  string
		about engine.Subject
		want  string
	}{
		{"SQL injection", engine.Subject{}, "SQL injection"},
		{"SQL injection", engine.Subject{Source: "req.query.q", Construct: "sequelize.query", Within: "searchProducts"}, "SQL injection: `req.query.q` reaches `sequelize.query` in `searchProducts`"},
		{"SQL injection", engine.Subject{Source: "req.query.q", Construct: "db.query"}, "SQL injection: `req.query.q` reaches `db.query`"},
		{"SQL injection", engine.Subject{Source: "req.query.q", Within: "f"}, "SQL injection: from `req.query.q` in `f`"},
		{"Weak hash", engine.Subject{Construct: "hashlib.md5", Within: "token_for"}, "Weak hash: `hashlib.md5` in `token_for`"},
		{"Weak hash", engine.Subject{Within: "token_for"}, "Weak hash in `token_for`"},
		{"CSRF", engine.Subject{Construct: "pay", Within: "Orders.pay"}, "CSRF: `Orders.pay`"},
		{"X", engine.Subject{Source: "request\n    .args[ \"u\" ]", Construct: "a\t(\r\n b )"}, "X: `request.args[\"u\"]` reaches `a ( b )`"},
		// Literals: names of parameters are kept, other texts are not.
		{"X", engine.Subject{Source: `request.form.get("password", "hunter2!")`}, `X: from ` + "`" + `request.form.get("password", "…")` + "`"},
		{"X", engine.Subject{Source: `get("changeit", "hunter22")`}, `X: from ` + "`" + `get("changeit", "…")` + "`"},
		{"X", engine.Subject{Source: `"hunter22"`, Construct: "f"}, "X: `f`"},
		{"X", engine.Subject{Construct: `connect("hunter22").run`}, "X: `connect(\"…\").run`"},
		{"X", engine.Subject{Construct: `hash('md5')`}, "X: `hash('md5')`"},
		{"X", engine.Subject{Construct: `x == 'it\'s "hunter22"' + y`}, "X: `x == '…' + y`"},
		{"X", engine.Subject{Construct: `x == 'hunter22`}, "X: `x == '…`"},
		{"X", engine.Subject{Construct: "sql`SELECT ${hunter22}`"}, "X: `sql'…'`"},
		{"X", engine.Subject{Construct: `password == "ab"`, Secret: true}, "X: `password == \"…\"`"},
		{"X", engine.Subject{Construct: `new byte[] {1, 2}`, Secret: true}, "X: `new byte[] {…}`"},
		{"X", engine.Subject{Construct: `config["KEY"]`, Secret: true}, "X: `config[\"KEY\"]`"},
		{"X", engine.Subject{Construct: `["abcd"][0]`, Secret: true}, "X: `[\"…\"][0]`"},
		// Length.
		{"X", engine.Subject{Construct: "builder(first, second, third, fourth).run"}, "X: `builder(…).run`"},
		{"X", engine.Subject{Construct: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}, "X: `aaaaaaaaaaaaaaaaaaa…bbbbbbbbbbbbbbbbbbbb`"},
	} {
		if got := titleOf(t, test.name, test.about); got != test.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", test.about, got, test.want)
		}
	}
}

// TestHostileTitles has names and code whose authors want a title to lie, or to break what shows it.
func TestHostileTitles(t *testing.T) {
	hostile := []string{
		"a`b`` c` | d", "a\nb\r\nc\x00\x1b[31md", "a\u202eb\u2066c\u200bd\ufeffe\u061cf", strings.Repeat("very.long.", 1000), strings.Repeat("x", 10_000),
		strings.Repeat("(", 5000), strings.Repeat("'", 5001), strings.Repeat("f('a')", 2000), "\xff\xfe invalid", strings.Repeat("日本語", 500), "<script>alert(1)</script>", "",
	}
	for _, a := range hostile {
		for _, b := range hostile {
			for _, about := range []engine.Subject{{Source: a, Construct: b, Within: a}, {Construct: a, Within: b}} {
				got := titleOf(t, "Weakness", about)
				if !strings.HasPrefix(got, "Weakness") || utf8.RuneCountInString(got) > 200 || !utf8.ValidString(got) || strings.Count(got, "`")%2 != 0 || strings.Count(got, "`") > 6 {
					t.Errorf("%.50q, %.50q: %q", a, b, got)
				}
				if i := strings.IndexFunc(got, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }); i >= 0 {
					t.Errorf("%.50q, %.50q: %q", a, b, got[i:])
				}
			}
		}
		got := titleOf(t, "W\n"+strings.Repeat("ö", 500), engine.Subject{Source: a, Construct: a, Within: a})
		if n := utf8.RuneCountInString(got); n > 200 || strings.Contains(got, "\n") {
			t.Errorf("%d characters: %q", n, got)
		}
	}
}

func TestEqualTitlesAreNumbered(t *testing.T) {
	same := engine.Finding{Title: "W", Subject: engine.Subject{Construct: "f"}}
	other := engine.Finding{Title: "W", Path: "b", Subject: engine.Subject{Construct: "f"}}
	run := func(list ...engine.Finding) (titles, prints []string) {
		for _, f := range enginetest.Run(t, enginetest.Tree(t, map[string]string{"a": "", "b": ""}), engine.Options{}, teller(list)).Findings {
			titles, prints = append(titles, f.Title), append(prints, f.Fingerprint)
		}
		return titles, prints
	}
	titles, prints := run(same, same, other, same, engine.Finding{Title: "W: `f` (4)"}, same)
	if got := strings.Join(titles, ", "); got != "W: `f`, W: `f` (2), W: `f` (3), W: `f` (4), W: `f` (5), W: `f`" {
		t.Error(got)
	}
	named := same
	named.Title, named.Subject.Construct = "Another", "g"
	if _, again := run(named, same, other, same, engine.Finding{Title: "W: `f` (4)"}, same); strings.Join(again, " ") != strings.Join(prints, " ") {
		t.Error("a fingerprint depends on a title")
	}
}

// TestTitlesMaskSecrets has the secrets of a file in the code that titles quote, also in titles of
// findings in other files.
func TestTitlesMaskSecrets(t *testing.T) {
	const value = "keycanary0123"
	files := map[string]string{"a": "x = " + value + "end\n", "b": "nothing\n"}
	about := engine.Subject{Source: value + ".x", SourceFile: "a", Construct: "f[" + value + "]", Within: "g" + value}
	other := engine.Subject{Source: "h(" + value + ")", SourceFile: "a", Construct: "f"}
	cut := engine.Subject{Construct: "f[" + value[:9] + "…"}
	got := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{}, keys{},
		teller{{Title: "W", Subject: about}, {Title: "W", Subject: cut}, {Title: "W", Path: "b", Subject: other}})
	var titles []string
	for _, f := range got.Findings {
		if f.Detector == "teller" {
			titles = append(titles, f.Title)
		}
	}
	if want := "W: `********.x` reaches `f[********]` in `g********`, W: `f[********…`, W: `h(********)` reaches `f`"; strings.Join(titles, ", ") != want {
		t.Error(titles)
	}
}
