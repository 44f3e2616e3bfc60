package scan

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/review"
	"vigil/internal/review/reviewtest"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

const evil = "import ast\n\n\ndef load(text):\n    return eval(text)\n"

// edits is the answer of a model.
func edits(summary string, all ...vigil.Edit) string {
	if all == nil {
		all = []vigil.Edit{}
	}
	text, err := json.Marshal(map[string]any{"edits": all, "summary": summary})
	if err != nil {
		panic(err)
	}
	return string(text)
}

func replace(with string) vigil.Edit {
	return vigil.Edit{File: "load.py", Old: "    return eval(text)", New: with}
}

// askFix requests a fix and carries out its scan.
func (m *mirror) askFix(id vigil.ID) vigil.Fix {
	m.t.Helper()
	storetest.Write(m.t, m.store, func(tx *store.Tx) error {
		_, err := new(service.Service).RequestFix(ctx, tx, vigil.Key{Team: m.team, Name: "person"}, id, "sonnet", false)
		return err
	})
	m.runAll(1)
	f, err := m.store.GetFix(ctx, m.team.ID, id)
	if err != nil {
		m.t.Fatal(err)
	}
	return f
}

// TestFix: a model proposes, the engine proves, and nothing else is kept.
func TestFix(t *testing.T) {
	right := replace("    return ast.literal_eval(text)")
	forEachProver(t, func(t *testing.T, m *mirror) {
		var answers []reviewtest.Answer
		fake := reviewtest.New(t, func(int, reviewtest.Request) reviewtest.Answer {
			a := answers[0]
			answers = answers[1:]
			return a
		})
		with := func(edit func(*review.Config)) {
			config := fake.Config()
			if edit != nil {
				edit(&config)
			}
			m.runner.Reviewer = review.New(config, m.store, nil, slog.New(slog.DiscardHandler))
		}
		with(nil)
		head := m.commit(map[string]string{"load.py": evil})
		m.full()
		id := m.byRule()["eval"].ID

		// Twice wrong, then right: each attempt knows why the ones before were refused.
		answers = []reviewtest.Answer{
			{Text: edits("Hidden.", replace("    return eval(text)  # nosec"))},
			{Text: edits("Nothing.", replace("    return eval(str(text))"))},
			{Text: edits("Literals only. ![x](https://evil.example)", right)},
		}
		f := m.askFix(id)
		if f.Status != vigil.FixProven || f.Proof.Before != 1 || f.Proof.After != 0 || f.Proof.New != 0 || f.Proof.Commit != head || f.Branch != "main" || f.EndedAt.IsZero() ||
			!strings.Contains(f.Diff, "+    return ast.literal_eval(text)") || strings.Contains(f.Summary, "](") {
			t.Fatalf("%+v", f)
		}
		requests := fake.Requests()
		if len(requests) != 3 || strings.Contains(requests[0].Text, "attempt") || !strings.Contains(requests[2].Text, "attempt 1 failed: mend_suppresses") ||
			!strings.Contains(requests[2].Text, "attempt 2 failed: mend_new_findings") {
			t.Errorf("%d requests: %s", len(requests), requests[len(requests)-1].Text)
		}
		usage, err := m.store.ListModelUsage(ctx, m.team.ID, f.ScanID)
		if err != nil || len(usage) != 1 || usage[0].Calls != 3 {
			t.Errorf("%+v, %v", usage, err)
		}
		// The same again costs nothing, and gives the same.
		if again := m.askFix(id); again.Diff != f.Diff || fake.Calls() != 3 {
			t.Errorf("%d calls, %+v", fake.Calls(), again)
		}

		// The diff is one that git applies, and then the vulnerability is fixed.
		if err := os.WriteFile(filepath.Join(m.dir, "../fix.diff"), []byte(f.Diff), 0o600); err != nil {
			t.Fatal(err)
		}
		m.git("apply", "../fix.diff")
		m.git("commit", "-q", "-a", "-m", "fix")
		m.full()
		if got := m.byRule()["eval"]; got.Status != vigil.Fixed {
			t.Errorf("%+v", got)
		}
		storetest.Write(t, m.store, func(tx *store.Tx) error {
			_, err := new(service.Service).RequestFix(ctx, tx, vigil.Key{Team: m.team}, id, "sonnet", false)
			if e, ok := err.(*vigil.Error); !ok || e.Code != "not_fixable" {
				t.Errorf("a fixed vulnerability: %v", err)
			}
			return nil
		})
	})
}

// TestNoFix: whatever goes wrong, no diff is shown, and the scan completes.
func TestNoFix(t *testing.T) {
	forEachProver(t, func(t *testing.T, m *mirror) {
		var answer reviewtest.Answer
		fake := reviewtest.New(t, func(int, reviewtest.Request) reviewtest.Answer { return answer })
		config := fake.Config()
		m.commit(map[string]string{"load.py": evil})
		m.full()
		id := m.byRule()["eval"].ID
		for i, test := range []struct {
			name, want string
			answer     reviewtest.Answer
			edit       func(*review.Config)
		}{
			{"no key", vigil.FixNotAsked, reviewtest.Answer{}, func(c *review.Config) { c.Key = "" }},
			{"not listed", vigil.FixNotAsked, reviewtest.Answer{}, func(c *review.Config) { c.Repositories = nil }},
			{"no budget", vigil.FixNotAsked, reviewtest.Answer{}, func(c *review.Config) { c.Budget.PerScan = 1 }},
			{"rejected", vigil.FixNotAsked, reviewtest.Answer{Status: 401}, nil},
			{"no change", vigil.FixNoAnswer, reviewtest.Answer{Text: edits("Impossible.")}, nil},
			{"another form", vigil.FixNoAnswer, reviewtest.Answer{Text: reviewtest.Likely}, nil},
			{"cut off", vigil.FixNoAnswer, reviewtest.Answer{Cut: true}, nil},
			{"refused", vigil.FixNoAnswer, reviewtest.Answer{StopReason: "refusal"}, nil},
			{"ineffective", string(vigil.MendIneffective), reviewtest.Answer{Text: edits("x", replace("    return eval( text )"))}, nil},
			{"elsewhere", string(vigil.MendNotSource), reviewtest.Answer{Text: edits("x", vigil.Edit{File: "../../etc/passwd", Old: "root", New: "x"})}, nil},
			{"no function", string(vigil.MendRemovesSymbol), reviewtest.Answer{Text: edits("x", vigil.Edit{File: "load.py", Old: "def load(text):\n    return eval(text)", New: "load = None"})}, nil},
		} {
			t.Run(test.name, func(t *testing.T) {
				answer = test.answer
				c := config
				c.Names = map[vigil.Model]string{"sonnet": strings.Repeat("x", i+1)} // another model has other answers
				if test.edit != nil {
					test.edit(&c)
				}
				m.runner.Reviewer = review.New(c, m.store, nil, slog.New(slog.DiscardHandler))
				f := m.askFix(id)
				if f.Status != vigil.FixFailed || f.Reason != test.want || f.Diff != "" || f.Summary != "" || f.Detail == "" {
					t.Errorf("%+v", f)
				}
				s, err := m.store.GetScan(ctx, m.team.ID, f.ScanID)
				if err != nil || s.Status != vigil.ScanCompleted || m.byRule()["eval"].Status != vigil.Open {
					t.Errorf("%+v, %v", s, err)
				}
			})
		}

		// A scan that ends without a result.
		m.runner.Reviewer = review.New(config, m.store, nil, slog.New(slog.DiscardHandler))
		request := func() (f vigil.Fix, err error) {
			err = m.store.Write(ctx, func(tx *store.Tx) (err error) {
				f, err = new(service.Service).RequestFix(ctx, tx, vigil.Key{Team: m.team, Name: "person"}, id, "sonnet", false)
				return err
			})
			return f, err
		}
		f, err := request()
		if err != nil {
			t.Fatal(err)
		}
		_, err = request()
		if e, ok := err.(*vigil.Error); !ok || e.Code != "fix_in_progress" {
			t.Errorf("twice: %v", err)
		}
		storetest.Write(t, m.store, func(tx *store.Tx) error {
			_, err := new(service.Service).CancelScan(ctx, tx, m.team.ID, f.ScanID)
			return err
		})
		if f, err := m.store.GetFix(ctx, m.team.ID, id); err != nil || f.Status != vigil.FixFailed || f.Reason != vigil.FixScanFailed {
			t.Errorf("%+v, %v", f, err)
		}

		// The vulnerability is gone by the time.
		m.commit(map[string]string{"load.py": "x = 1\n"})
		if f := m.askFix(id); f.Reason != vigil.FixNotFound {
			t.Errorf("%+v", f)
		}
	})
}

// TestFixRequest: with a pull request, its branch is tested by itself, and once it is merged the
// history names both scans.
func TestFixRequest(t *testing.T) {
	forEachProver(t, func(t *testing.T, m *mirror) {
		fake := reviewtest.New(t, func(int, reviewtest.Request) reviewtest.Answer {
			return reviewtest.Answer{Text: edits("Literals only.", replace("    return ast.literal_eval(text)"))}
		})
		m.runner.Reviewer = review.New(fake.Config(), m.store, nil, slog.New(slog.DiscardHandler))
		m.commit(map[string]string{"load.py": evil})
		m.full()
		id := m.byRule()["eval"].ID
		ask := func() vigil.Fix {
			t.Helper()
			storetest.Write(t, m.store, func(tx *store.Tx) error {
				_, err := new(service.Service).RequestFix(ctx, tx, vigil.Key{Team: m.team, Name: "person"}, id, "sonnet", true)
				return err
			})
			m.runAll(1)
			f, err := m.store.GetFix(ctx, m.team.ID, id)
			if err != nil || f.Status != vigil.FixProven || f.Diff == "" {
				t.Fatalf("%+v, %v", f, err)
			}
			return f
		}

		if f := ask(); f.PullRequest.Number != 0 || f.PullRequestProblem == "" || f.FixScanID != "" {
			t.Errorf("without a host: %+v", f)
		}
		m.runner.OpenRequest = func(context.Context, store.ScanInProgress, vigil.Fix, vigil.ProvenChange) (vigil.PullRequest, error) {
			return vigil.PullRequest{}, errors.New("the host is down")
		}
		if f := ask(); f.PullRequest.Number != 0 || f.PullRequestProblem != "the host is down" || f.FixScanID != "" {
			t.Errorf("with a host that is down: %+v", f)
		}
		m.runner.OpenRequest = func(_ context.Context, s store.ScanInProgress, f vigil.Fix, c vigil.ProvenChange) (vigil.PullRequest, error) {
			if s.Repository.FullName != "acme/api" || c.Title == "" || string(c.Files["load.py"].Old) != evil || f.Proof.Commit == "" {
				t.Errorf("%+v, %+v", f, c)
			}
			m.git("checkout", "-q", "-b", vigil.FixBranch(f.VulnerabilityID), f.Proof.Commit)
			m.commit(map[string]string{"load.py": string(c.Files["load.py"].New)})
			m.git("checkout", "-q", "main")
			return vigil.PullRequest{Number: 12, URL: "https://example.com/pull/12"}, nil
		}
		f := ask()
		if f.PullRequest.Number != 12 || f.PullRequestProblem != "" || f.FixScanID == "" {
			t.Fatalf("%+v", f)
		}
		m.runAll(1)
		s, err := m.store.GetScan(ctx, m.team.ID, f.FixScanID)
		if err != nil || s.Status != vigil.ScanCompleted || s.Kind != vigil.FixScan || s.Branch != vigil.FixBranch(id) || s.Found.Total() != 0 {
			t.Errorf("%+v, %v", s, err)
		}
		if v := m.byRule()["eval"]; v.Status != vigil.Open {
			t.Errorf("it is %s before the merge", v.Status)
		}
		m.git("merge", "-q", "--no-ff", "-m", "merge", vigil.FixBranch(id))
		merged := m.full()
		history, err := m.store.ListChanges(ctx, m.team.ID, id, vigil.Page{Limit: 10, Sort: "created_at"})
		if err != nil || len(history.Items) != 1 || history.Items[0].After != vigil.Fixed ||
			!strings.Contains(history.Items[0].Reason, string(merged.ID)) || !strings.Contains(history.Items[0].Reason, string(f.FixScanID)) {
			t.Errorf("%+v, %v", history.Items, err)
		}
	})
}
