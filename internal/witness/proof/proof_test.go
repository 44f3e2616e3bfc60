package proof

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/examine/child"
	"vigil/internal/racetest"
	"vigil/internal/rulebundle"
	"vigil/internal/sandbox"
	"vigil/internal/witness/witnesstest"
)

var ctx = context.Background()

// TestMain lets the test binary also be the sandboxed child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.ChildArg {
		os.Exit(child.Main(context.Background()))
	}
	var err error
	if shared, err = os.MkdirTemp("", "vigil-proof-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(shared)
	os.Exit(code)
}

// grammars returns a folder for compiled grammars that all tests share.
func grammars(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(shared, "grammars")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

var shared string

func newProver(t *testing.T) *Prover {
	t.Helper()
	if racetest.Enabled {
		t.Skip("a program with the race detector cannot be confined")
	}
	return &Prover{&examine.Examiner{
		Sandbox: sandbox.New(sandbox.Config{BestEffort: sandbox.Supported() != nil}), SecretsKey: bytes.Repeat([]byte("k"), 32), Rules: rulebundle.Set{BuiltIn: true},
		GrammarCache: grammars(t), CacheDir: t.TempDir(), CacheLimit: 1 << 30,
	}}
}

func open(t *testing.T, p *Prover, files map[string]string) *Ground {
	t.Helper()
	snapshot, err := examine.NewSnapshot(func(w *engine.SnapshotWriter) error {
		for path, text := range files {
			if err := w.Add(path, int64(len(text)), strings.NewReader(text)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { snapshot.Close() })
	g, err := p.Open(ctx, examine.Tree{Snapshot: snapshot, Cache: examine.CacheUse{Name: "test"}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestProve keeps the right proposals of five languages.
func TestProve(t *testing.T) {
	p := newProver(t)
	files := map[string]string{}
	for _, app := range witnesstest.Apps {
		files[app.File] = app.Source
	}
	g := open(t, p, files)
	for _, app := range witnesstest.Apps {
		for _, c := range app.Cases {
			t.Run(app.Language+"/"+c.Name, func(t *testing.T) {
				rule, err := g.Prove(ctx, app.Proposal(c))
				if err != nil {
					t.Fatal(err)
				}
				for _, want := range []string{"id: " + vigil.WitnessRule(app.Proposal(c).Hash()), c.CWE, "confidence: HIGH"} {
					if !strings.Contains(rule, want) {
						t.Errorf("the rule lacks %q:\n%s", want, rule)
					}
				}
			})
		}
	}
}

// TestRefuse changes one thing about a right proposal, and expects the reason for it.
func TestRefuse(t *testing.T) {
	p := newProver(t)
	app := witnesstest.Apps[0]
	right := app.Proposal(app.Cases[0])
	vulnerable := strings.Split(app.Source, "\n")[right.Line-1]
	files := map[string]string{
		app.File:        app.Source,
		"shop/other.py": "def g(order_id):\n    x = Thing.query.get_or_404(order_id)\n    return x\n",
		"notes.md":      "text\n",
	}
	g := open(t, p, files)
	rule := func(body string) string {
		return "rules:\n- id: x\n  languages: [python]\n  severity: ERROR\n  message: m\n" + body
	}
	mend := func(replacement string) string {
		return witnesstest.Diff(app.File, app.Source, strings.Replace(app.Source, vulnerable, replacement, 1))
	}
	handler := app.Source[strings.Index(app.Source, "@app.get"):strings.Index(app.Source, "@app.patch")]
	for _, test := range []struct {
		name   string
		want   vigil.Refusal
		change func(p *vigil.Proposal)
	}{
		{"no weakness", vigil.ProposalInvalid, func(p *vigil.Proposal) { p.CWE = "IDOR" }},
		{"wrong line", vigil.WrongPlace, func(p *vigil.Proposal) { p.Line++ }},
		{"no such file", vigil.WrongPlace, func(p *vigil.Proposal) { p.File = "shop/order.py" }},
		{"a path out of the tree", vigil.WrongPlace, func(p *vigil.Proposal) { p.File = "../../etc/passwd" }},
		{"invented code", vigil.InventedCode, func(p *vigil.Proposal) { p.Code = "order = Order.objects.get(pk=order_id)" }},
		{"not YAML", vigil.WitnessInvalid, func(p *vigil.Proposal) { p.Witness = "rules: [" }},
		{"two rules", vigil.WitnessInvalid, func(p *vigil.Proposal) {
			p.Witness = rule("  pattern: f()\n") + strings.TrimPrefix(rule("  pattern: g()\n"), "rules:\n")
		}},
		{"not a pattern", vigil.WitnessInvalid, func(p *vigil.Proposal) { p.Witness = rule("  pattern: \"f(((\"\n") }},
		{"aliases", vigil.WitnessInvalid, func(p *vigil.Proposal) {
			p.Witness = rule("  patterns:\n  - &a {pattern: Order.query.get_or_404($ID)}\n  - *a\n")
		}},
		{"depends on the day", vigil.WitnessInvalid, func(p *vigil.Proposal) {
			p.Witness = rule("  patterns:\n  - pattern: Order.query.get_or_404($ID)\n  - metavariable-comparison:\n      metavariable: $ID\n      comparison: today() > strptime(\"2020-01-01\")\n")
		}},
		{"exponential expression", vigil.WitnessTooSlow, func(p *vigil.Proposal) {
			p.Witness = rule("  patterns:\n  - pattern: Order.query.get_or_404($ID)\n  - metavariable-regex:\n      metavariable: $ID\n      regex: (a+)+$\n")
		}},
		{"backtracking expression", vigil.WitnessTooSlow, func(p *vigil.Proposal) { p.Witness = rule("  pattern-regex: (?=(Order.*)+x)Order\n") }},
		{"matches nothing", vigil.WitnessNowhere, func(p *vigil.Proposal) { p.Witness = rule("  pattern: Order.query.get($ID)\n") }},
		{"matches elsewhere too", vigil.WitnessElsewhere, func(p *vigil.Proposal) { p.Witness = rule("  pattern: $M.query.get_or_404($ID)\n") }},
		{"matches only elsewhere", vigil.WitnessElsewhere, func(p *vigil.Proposal) { p.Witness = rule("  pattern: Thing.query.get_or_404($ID)\n") }},
		{"a path instead of code", vigil.WitnessElsewhere, func(p *vigil.Proposal) {
			p.Witness = rule("  pattern: $M.query.get_or_404($ID)\n  paths:\n    include: [orders.py]\n")
		}},
		{"only a suppression", vigil.MendSuppresses, func(p *vigil.Proposal) { p.Mend = mend(vulnerable + "  # vigil:ignore " + vigil.WitnessRule(p.Hash())) }},
		{"another tool's suppression", vigil.MendSuppresses, func(p *vigil.Proposal) { p.Mend = mend(vulnerable + "  # nosemgrep") }},
		{"an ignore file", vigil.MendNotSource, func(p *vigil.Proposal) {
			p.Mend = "--- a/.vigilignore\n+++ b/.vigilignore\n@@ -0,0 +1,1 @@\n+shop/\n"
		}},
		{"a new file", vigil.MendNotSource, func(p *vigil.Proposal) { p.Mend = "--- /dev/null\n+++ b/shop/new.py\n@@ -0,0 +1,1 @@\n+x = 1\n" }},
		{"a file that is not there", vigil.MendNotSource, func(p *vigil.Proposal) { p.Mend = "--- a/shop/new.py\n+++ b/shop/new.py\n@@ -0,0 +1,1 @@\n+x = 1\n" }},
		{"prose", vigil.MendNotSource, func(p *vigil.Proposal) { p.Mend = "--- a/notes.md\n+++ b/notes.md\n@@ -1,1 +1,1 @@\n-text\n+words\n" }},
		{"too large", vigil.MendTooLarge, func(p *vigil.Proposal) {
			p.Mend = "--- a/shop/orders.py\n+++ b/shop/orders.py\n@@ -1,0 +2,201 @@\n" + strings.Repeat("+x = 1\n", 201)
		}},
		{"another version of the file", vigil.MendDoesNotApply, func(p *vigil.Proposal) { p.Mend = strings.Replace(p.Mend, "def get_order", "def fetch_order", 1) }},
		{"not a diff", vigil.MendDoesNotApply, func(p *vigil.Proposal) { p.Mend = "use filter_by instead" }},
		{"does not parse", vigil.MendDoesNotParse, func(p *vigil.Proposal) { p.Mend = mend("    order = Order.query.filter_by(id=order_id") }},
		{"deletes the route", vigil.MendRemovesRoute, func(p *vigil.Proposal) {
			p.Mend = witnesstest.Diff(app.File, app.Source, strings.Replace(app.Source, `@app.get("/orders/<int:order_id>")`, "@cached", 1))
		}},
		{"deletes the handler", vigil.MendRemovesSymbol, func(p *vigil.Proposal) {
			p.Mend = witnesstest.Diff(app.File, app.Source, strings.Replace(app.Source, handler, "", 1))
		}},
		{"changes something else", vigil.MendIneffective, func(p *vigil.Proposal) { p.Mend = mend(vulnerable + "\n    print(order)") }},
		{"brings another weakness", vigil.MendNewFindings, func(p *vigil.Proposal) { p.Mend = mend("    order = eval(request.args[\"q\"])") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := right
			test.change(&p)
			_, err := g.Prove(ctx, p)
			if reason, detail, _ := vigil.IsRefused(err); reason != test.want {
				t.Errorf("got %s (%s) %v, want %s", reason, detail, err, test.want)
			}
		})
	}
	t.Run("places that are listed", func(t *testing.T) {
		p := right
		p.Witness, p.Also = rule("  pattern: $M.query.get_or_404($ID)\n"), []vigil.ProposalPlace{{File: "shop/other.py", Line: 2}}
		if reason, _, _ := vigil.IsRefused(prove(g, p)); reason != vigil.MendIneffective { // the mend leaves the other one
			t.Errorf("got %s", reason)
		}
		p.Mend += witnesstest.Diff("shop/other.py", files["shop/other.py"], strings.Replace(files["shop/other.py"], "query.get_or_404(order_id)", "mine(order_id)", 1))
		if err := prove(g, p); err != nil {
			t.Error(err)
		}
	})
	t.Run("known already", func(t *testing.T) {
		text, err := g.Prove(ctx, right)
		if err != nil {
			t.Fatal(err)
		}
		tree := g.tree
		tree.Witnesses = []engine.Witness{{ID: vigil.WitnessRule(right.Hash()), Text: text}}
		with, err := p.Open(ctx, tree)
		if err != nil {
			t.Fatal(err)
		}
		if err := prove(with, right); err != nil { // the same one is proven again
			t.Error(err)
		}
		other := right
		other.Witness = rule("  pattern: Order.query.get_or_404(order_id)\n")
		if reason, _, _ := vigil.IsRefused(prove(with, other)); reason != vigil.AlreadyKnown {
			t.Errorf("got %s", reason)
		}
	})
}

func prove(g *Ground, p vigil.Proposal) error {
	_, err := g.Prove(ctx, p)
	return err
}
