package scan

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/engine/rules"
	"vigil/internal/examine"
	"vigil/internal/racetest"
	"vigil/internal/rulebundle"
	"vigil/internal/sandbox"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
	"vigil/internal/witness/proof"
	"vigil/internal/witness/witnesstest"
)

// forEachProver is forEachMirror with a runner that proves proposals, and caches results.
func forEachProver(t *testing.T, fn func(t *testing.T, m *mirror)) {
	if racetest.Enabled {
		t.Skip("a program with the race detector cannot be confined")
	}
	grammars := t.TempDir()
	forEachMirror(t, func(t *testing.T, m *mirror) {
		// Without the built-in rules, which package proof proves with: a scan takes less time.
		examiner := &examine.Examiner{
			Sandbox: sandbox.New(sandbox.Config{BestEffort: sandbox.Supported() != nil}), SecretsKey: bytes.Repeat([]byte("k"), 32),
			Only: []string{"secrets", "code"}, GrammarCache: grammars, CacheDir: t.TempDir(), CacheLimit: 1 << 30,
			Rules: rulebundle.Set{Own: rules.Bundle{{Path: "one.yaml", Text: []byte("rules:\n- {id: eval, languages: [python], severity: ERROR, message: m, pattern: eval(...)}\n")}}},
		}
		prover := &proof.Prover{Examiner: examiner}
		m.examiner, m.runner.Examine, m.runner.Excerpts = examiner, examiner.Examine, examiner.Excerpts
		m.runner.OpenGround = func(ctx context.Context, t examine.Tree) (Ground, error) { return prover.Open(ctx, t) }
		fn(t, m)
	})
}

func (m *mirror) propose(p vigil.Proposal) (w vigil.Witness) {
	m.t.Helper()
	repositories, err := m.store.ListRepositories(ctx, m.team.ID, vigil.Page{Limit: 1, Sort: "created_at"})
	if err != nil || len(repositories.Items) == 0 {
		m.t.Fatal(repositories, err)
	}
	storetest.Write(m.t, m.store, func(tx *store.Tx) (err error) {
		w, err = new(service.Service).ProposeWitness(ctx, tx, vigil.Key{Team: m.team, Name: "agent"}, repositories.Items[0].ID, "", p)
		return err
	})
	return w
}

// runAll carries out all queued scans.
func (m *mirror) runAll(n int) {
	m.t.Helper()
	for range n {
		if err := m.runner.RunNext(ctx); err != nil {
			m.t.Fatal(err)
		}
	}
}

// found is a vulnerability by the rule that found it.
type found struct {
	vigil.Vulnerability
	detector string
	line     int
}

func (m *mirror) byRule() map[string]found {
	m.t.Helper()
	l, err := m.store.ListVulnerabilities(ctx, m.team.ID, store.VulnerabilityFilter{}, vigil.Page{Limit: 100, Sort: "created_at"})
	if err != nil {
		m.t.Fatal(err)
	}
	out := map[string]found{}
	for _, v := range l.Items {
		e, err := m.store.GetEvidence(ctx, m.team.ID, v.ID)
		if err != nil {
			m.t.Fatal(err)
		}
		var line int
		if _, rest, ok := strings.Cut(string(e.Finding), `"start_line":`); ok {
			_, _ = fmt.Sscan(rest, &line)
		}
		if before, twice := out[e.Rule]; twice {
			m.t.Errorf("%s found %s and %s", e.Rule, before.FilePath, v.FilePath)
		}
		out[e.Rule] = found{v, e.Detector, line}
	}
	return out
}

// TestWitnessHistory follows fifteen witnesses in five languages through ten commits, without any
// model: the weaknesses are found, move, are fixed, and reopen, each under the id it had at first.
func TestWitnessHistory(t *testing.T) {
	forEachProver(t, func(t *testing.T, m *mirror) {
		source, file := map[string]string{}, map[string]string{} // of each language
		files := map[string]string{}
		for _, app := range witnesstest.Apps {
			source[app.Language], file[app.Language] = app.Source, app.File
			files[app.File] = app.Source
		}
		m.commit(files)
		m.full()
		if got := m.byRule(); len(got) != 0 {
			t.Fatalf("found without a witness: %v", got)
		}
		ids := map[string]vigil.ID{}
		queued := 0
		for _, app := range witnesstest.Apps {
			for _, c := range app.Cases {
				ids[m.propose(app.Proposal(c)).RuleID()] = ""
				queued++
			}
		}
		wrong := witnesstest.Apps[0].Proposal(witnesstest.Apps[0].Cases[0])
		wrong.Witness, wrong.Line = strings.Replace(wrong.Witness, "$ID", "$OTHER", 1), wrong.Line+1
		refused := m.propose(wrong)
		m.runAll(queued + 1) // the first one proves them all
		if w, err := m.store.GetWitness(ctx, m.team.ID, refused.ID); err != nil || w.State != vigil.WitnessRefused || w.Refusal != vigil.WrongPlace {
			t.Errorf("%+v, %v", w, err)
		}
		for rule, v := range m.byRule() {
			if v.detector != "model" || v.Status != vigil.Open || v.Confidence > 60 {
				t.Errorf("%s: %+v", rule, v)
			}
			ids[rule] = v.ID
		}
		for rule, id := range ids {
			if id == "" {
				t.Fatalf("%s found nothing: %s", rule, m.log)
			}
		}

		m.followWitnesses(source, file, ids)
	})
}

// followWitnesses follows the witnesses of all applications through ten commits, by the ids of their
// vulnerabilities: the weaknesses move, are fixed, and reopen.
func (m *mirror) followWitnesses(source, file map[string]string, ids map[string]vigil.ID) {
	t := m.t
	// check expects the status of each case.
	check := func(when string, want func(app witnesstest.App, c witnesstest.Case) vigil.Status) map[string]found {
		t.Helper()
		_, _, coverage := m.scan(service.NewScan{})
		if coverage.Proposals != nil {
			t.Errorf("%s: %+v", when, coverage.Proposals)
		}
		got := m.byRule()
		for _, app := range witnesstest.Apps {
			for _, c := range app.Cases {
				rule := vigil.WitnessRule(app.Proposal(c).Hash())
				if v := got[rule]; v.Status != want(app, c) || v.ID != ids[rule] {
					t.Errorf("%s: %s %s is %s in %s, with id %s; want %s, %s", when, app.Language, c.Name, v.Status, v.FilePath, v.ID, want(app, c), ids[rule])
				}
			}
		}
		return got
	}
	all := func(s vigil.Status) func(witnesstest.App, witnesstest.Case) vigil.Status {
		return func(witnesstest.App, witnesstest.Case) vigil.Status { return s }
	}
	// write commits the sources, changed by a function.
	write := func(change func(app witnesstest.App, source string) string) {
		t.Helper()
		files := map[string]string{}
		for _, app := range witnesstest.Apps {
			files[file[app.Language]] = change(app, source[app.Language])
		}
		m.commit(files)
	}
	mendOnly := func(name string) func(witnesstest.App, string) string {
		return func(app witnesstest.App, source string) string {
			for _, c := range app.Cases {
				if name == "" || c.Name == name {
					source = app.Mend(source, c)
				}
			}
			return source
		}
	}
	same := func(_ witnesstest.App, source string) string { return source }

	check("the same commit", all(vigil.Open))
	before := m.byRule()
	for _, app := range witnesstest.Apps { // for PHP-like first lines a comment would not do; here it does
		source[app.Language] = strings.Repeat(app.Comment+" a comment\n", 3) + source[app.Language]
	}
	write(same)
	for rule, v := range check("other lines", all(vigil.Open)) {
		if v.line != before[rule].line+3 {
			t.Errorf("%s moved from line %d to %d", rule, before[rule].line, v.line)
		}
	}
	for _, app := range witnesstest.Apps {
		m.git("mv", file[app.Language], app.Renamed)
		file[app.Language] = app.Renamed
	}
	write(same)
	for rule, v := range check("other files", all(vigil.Open)) {
		if v.FilePath == before[rule].FilePath {
			t.Errorf("%s is still in %s", rule, v.FilePath)
		}
	}
	fixed := func(name string) func(witnesstest.App, witnesstest.Case) vigil.Status {
		return func(_ witnesstest.App, c witnesstest.Case) vigil.Status {
			if c.Name == name {
				return vigil.Fixed
			}
			return vigil.Open
		}
	}
	for _, name := range []string{"idor", "mass assignment", "missing authorization"} {
		write(mendOnly(name))
		check(name+" mended", fixed(name))
	}
	write(same)
	check("reverted", all(vigil.Open))
	write(mendOnly(""))
	check("all mended", all(vigil.Fixed))
	write(same)
	check("reverted again", all(vigil.Open))
	m.commit(map[string]string{"notes.txt": "text\n"})
	check("something else", all(vigil.Open))
}

// TestWitnessInPullRequest: a pull request that brings the weakness of a witness is judged by it,
// and one that mends it fixes it; neither proves proposals.
func TestWitnessInPullRequest(t *testing.T) {
	forEachProver(t, func(t *testing.T, m *mirror) {
		app := witnesstest.Apps[0]
		c := app.Cases[0]
		m.commit(map[string]string{app.File: app.Source})
		m.full()
		w := m.propose(app.Proposal(c))
		m.runAll(1)
		if got := m.byRule()[w.RuleID()]; got.Status != vigil.Open {
			t.Fatalf("%+v", got)
		}
		// A pull request with the weakness in one more place.
		m.git("checkout", "-q", "-b", "feature")
		m.commit(map[string]string{"shop/more.py": "def again(order_id):\n    return Order.query.get_or_404(order_id).items\n"})
		m.git("update-ref", "refs/pull/7/head", "HEAD")
		m.git("checkout", "-q", "main")
		waiting := app.Proposal(app.Cases[1])
		storetest.Write(t, m.store, func(tx *store.Tx) error { // without a scan of its own
			_, err := tx.InsertWitness(ctx, m.team.ID, vigil.Witness{ID: vigil.NewID(), RepositoryID: w.RepositoryID, Hash: waiting.Hash(), State: vigil.WitnessProposed, Proposal: waiting, CreatedAt: vigil.Now()})
			return err
		})
		s, saw, coverage := m.scan(service.NewScan{PullRequest: 7})
		if saw != "shop/more.py" || coverage.Proposals != nil {
			t.Errorf("the pull request saw %s, %+v", saw, coverage.Proposals)
		}
		gate, err := m.store.GetGate(ctx, m.team.ID, s.ID)
		if err != nil || gate.New.Total() != 1 || gate.Persisting.Total() != 1 {
			t.Errorf("%+v, %v", gate, err)
		}
		// One that mends it.
		m.git("checkout", "-q", "-b", "mend")
		m.commit(map[string]string{app.File: app.Mend(app.Source, c)})
		m.git("update-ref", "refs/pull/8/head", "HEAD")
		m.git("checkout", "-q", "main")
		s, saw, _ = m.scan(service.NewScan{PullRequest: 8})
		gate, err = m.store.GetGate(ctx, m.team.ID, s.ID)
		if err != nil || saw != "" || gate.Fixed.Total() != 1 {
			t.Errorf("%s: %+v, %v", saw, gate, err)
		}
		// A scan of the branch proves what waits.
		if _, _, coverage := m.scan(service.NewScan{}); coverage.Proposals == nil || coverage.Proposals.Kept != 1 || len(coverage.Proposals.Refused) != 0 {
			t.Errorf("%+v", coverage.Proposals)
		}
	})
}

// TestWitnessStates: confirming raises the confidence, a retired witness closes nothing, and a rule
// of the team with the id of a witness is the same rule.
func TestWitnessStates(t *testing.T) {
	forEachProver(t, func(t *testing.T, m *mirror) {
		app := witnesstest.Apps[0]
		c := app.Cases[0]
		m.commit(map[string]string{app.File: app.Source})
		m.full()
		w := m.propose(app.Proposal(c))
		m.runAll(1)
		v := m.byRule()[w.RuleID()]
		if v.Confidence != 60 {
			t.Errorf("confidence %v", v.Confidence)
		}
		triage := func(action vigil.Action, want vigil.WitnessState) {
			t.Helper()
			storetest.Write(t, m.store, func(tx *store.Tx) error {
				_, err := new(service.Service).Triage(ctx, tx, vigil.Key{Team: m.team, Name: "person"}, v.ID, action, "")
				return err
			})
			if w, err := m.store.GetWitness(ctx, m.team.ID, w.ID); err != nil || w.State != want {
				t.Errorf("%s: %s, %v", action, w.State, err)
			}
		}
		triage("confirm", vigil.WitnessConfirmed)
		m.full()
		if v := m.byRule()[w.RuleID()]; v.Confidence != 90 || v.Status != vigil.InProgress {
			t.Errorf("confirmed, with confidence %v, %s", v.Confidence, v.Status)
		}
		triage("dismiss", vigil.WitnessProven)
		triage("reopen", vigil.WitnessProven)
		m.full()
		if v := m.byRule()[w.RuleID()]; v.Confidence != 60 || v.Status != vigil.Open {
			t.Errorf("reopened, with confidence %v, %s", v.Confidence, v.Status)
		}

		// The promoted rule changes nothing here.
		proven, err := m.store.GetWitness(ctx, m.team.ID, w.ID)
		if err != nil {
			t.Fatal(err)
		}
		storetest.Write(t, m.store, func(tx *store.Tx) error {
			_, err := new(service.Service).PromoteWitness(ctx, tx, m.team.ID, w.ID, "", vigil.RuleBundle{MediaType: vigil.YAMLBundle, Content: []byte(proven.Rule)})
			return err
		})
		m.full()
		if got := m.byRule()[w.RuleID()]; got.ID != v.ID || got.detector != "model" || got.Status != vigil.Open {
			t.Errorf("promoted: %+v", got)
		}

		storetest.Write(t, m.store, func(tx *store.Tx) error {
			_, err := new(service.Service).RetireWitness(ctx, tx, m.team.ID, w.ID)
			if err == nil {
				_, err = new(service.Service).DeleteRules(ctx, tx, m.team.ID)
			}
			return err
		})
		m.commit(map[string]string{app.File: app.Mend(app.Source, c)})
		m.full()
		if got := m.byRule()[w.RuleID()]; got.ID != v.ID || got.Status != vigil.Open {
			t.Errorf("retired: %+v", got)
		}
		// Somebody may propose what was retired.
		m.commit(map[string]string{app.File: app.Source})
		m.propose(app.Proposal(c))
		m.runAll(1)
		if got := m.byRule()[w.RuleID()]; got.ID != v.ID || got.Status != vigil.Open {
			t.Errorf("proposed again: %+v", got)
		}
		m.commit(map[string]string{app.File: app.Mend(app.Source, c)})
		m.full()
		if got := m.byRule()[w.RuleID()]; got.ID != v.ID || got.Status != vigil.Fixed {
			t.Errorf("mended: %+v", got)
		}
	})
}
