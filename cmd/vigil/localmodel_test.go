package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"vigil/internal/review/reviewtest"
	"vigil/internal/sarif/sariftest"
)

// asking is a scanner with a cache of its own, whose scans ask the fake.
func asking(t *testing.T, fake *reviewtest.API, env ...string) *scanner {
	t.Helper()
	s := newScanner(t)
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	grammars := filepath.Join(filepath.Dir(path), "cache", "vigil", "grammars")
	if err := os.MkdirAll(filepath.Join(cache, "vigil"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(grammars, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(grammars, filepath.Join(cache, "vigil", "grammars")); err != nil {
		t.Fatal(err)
	}
	s.env = append([]string{"XDG_CACHE_HOME=" + cache, "VIGIL_MODEL_URL=" + fake.URL, "VIGIL_MODEL_KEY=" + reviewtest.Key}, env...)
	return s
}

// localResult is the JSON format, as far as a model has a say in it.
type localResult struct {
	Findings []struct {
		Fingerprint string
		Severity    float64
		Confidence  float64
		ModelReview *struct{ Model, Name, Verdict, Why string } `json:"model_review"`
	}
	Gate  *struct{ Passed *bool }
	Model *struct {
		Name          string
		Calls, Cached int
		InputTokens   int `json:"input_tokens"`
		Cost          float64
		Skipped       []string
	}
}

func (s *scanner) result(code int, closing string, args ...string) localResult {
	s.t.Helper()
	return s.parse(s.run(code, closing, append(args, "--format", "json")...))
}

func (s *scanner) parse(out, errs string) (r localResult) {
	s.t.Helper()
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		s.t.Fatalf("%v\n%s\n%s", err, out, errs)
	}
	if strings.Contains(out+errs, reviewtest.Key) {
		s.t.Errorf("the key is shown:\n%s\n%s", out, errs)
	}
	return r
}

// TestLocalScanWithModel asks a model without a server, and once only.
func TestLocalScanWithModel(t *testing.T) {
	t.Parallel()
	fake := reviewtest.New(t, func(n int, _ reviewtest.Request) reviewtest.Answer {
		if n == 1 {
			return reviewtest.Answer{Text: reviewtest.Unlikely}
		}
		return reviewtest.Answer{Text: strings.Replace(reviewtest.Likely, "The parameter", `<b>The\u202e parameter</b>`, 1)}
	})
	s := asking(t, fake)
	source := write(t, localSource)
	without := s.result(1, "failed: 2 findings at or above high", source, "--fail-on", "high")
	if without.Model != nil || fake.Calls() > 0 {
		t.Fatalf("%+v", without.Model)
	}
	r := s.result(1, "failed: 2 findings at or above high", source, "--fail-on", "high", "--model", "sonnet")
	if m := r.Model; m == nil || m.Calls != 3 || m.Cached != 0 || m.Name != "claude-sonnet-5-5" || m.Cost <= 0 || m.InputTokens == 0 || len(m.Skipped) > 0 || fake.Calls() != 3 {
		t.Fatalf("%+v, %d calls", r.Model, fake.Calls())
	}
	lowered := 0
	for i, f := range r.Findings {
		was := without.Findings[i]
		if f.Fingerprint != was.Fingerprint || f.Severity != was.Severity || f.ModelReview == nil || f.ModelReview.Model != "sonnet" {
			t.Errorf("%+v, was %+v", f, was)
		}
		if f.Confidence != was.Confidence {
			lowered++
		}
	}
	if lowered != 1 || *r.Gate.Passed {
		t.Errorf("%d lowered, gate %v", lowered, *r.Gate.Passed)
	}
	for format, words := range map[string][]string{
		"table":    {"second look by sonnet (claude-sonnet-5-5, not verified): unlikely, confidence 10 of 10. Constant input.", "0 calls, 3 cached answers"},
		"sarif":    {`"vigil/model_review":{"model":"sonnet"`, "0 calls, 3 cached answers"},
		"markdown": {"Second look by a language model, not verified", "0 calls, 3 cached answers", "&lt;b&gt;The"},
		"html":     {"Second look by a language model, not verified", "0 calls, 3 cached answers", "&lt;b&gt;The"},
	} {
		out, _ := s.run(0, "done: 3 findings", source, "--model", "sonnet", "--format", format, "--verbose")
		if format == "table" {
			out, _ = s.run(0, "done: 3 findings", source, "--model", "sonnet", "--no-cache")
		}
		for _, want := range words {
			if !strings.Contains(out, want) {
				t.Errorf("%s does not have %q:\n%s", format, want, out)
			}
		}
		if strings.Contains(out, "\u202e") {
			t.Errorf("%s has hidden characters", format)
		}
		if format == "sarif" {
			if err := sariftest.Check([]byte(out)); err != nil {
				t.Error(err)
			}
		}
	}
	if fake.Calls() != 3 {
		t.Errorf("rescans made %d calls", fake.Calls()-3)
	}
	if r := s.result(0, "done: ", source, "--model", "sonnet", "--severity", "high"); r.Model.Cached != 2 {
		t.Errorf("was asked about findings that are not shown: %+v", r.Model)
	}
}

// TestLocalScanDoesNotAsk says why, and ends as if no model was named.
func TestLocalScanDoesNotAsk(t *testing.T) {
	t.Parallel()
	fake := reviewtest.New(t, nil)
	source := write(t, localSource)
	for name, c := range map[string]struct {
		env, want string
	}{
		"no key":           {"VIGIL_MODEL_KEY=", "not asked: no key"},
		"another list":     {"VIGIL_MODEL_REPOSITORIES=acme/*", "not asked: the repository is not in VIGIL_MODEL_REPOSITORIES"},
		"no money":         {"VIGIL_MODEL_BUDGET=0/scan", "3 findings not asked: the budget of the scan is spent"},
		"no money a month": {"VIGIL_MODEL_BUDGET=0/month", "3 findings not asked: the budget of the team for this month is spent"},
		"wrong key":        {"VIGIL_MODEL_KEY=other", "not asked: the model's API rejects the key (status 401)"},
	} {
		t.Run(name, func(t *testing.T) {
			s := asking(t, fake, c.env)
			r := s.result(0, "done: 3 findings", source, "--model", "haiku")
			if r.Model == nil || len(r.Model.Skipped) == 0 || !strings.Contains(strings.Join(r.Model.Skipped, "; "), c.want) || r.Model.Cost != 0 {
				t.Errorf("%+v", r.Model)
			}
			if out, _ := s.run(0, "done: 3 findings", source, "--model", "haiku"); !strings.Contains(out, "model haiku: ") || !strings.Contains(out, c.want) {
				t.Error(out)
			}
		})
	}
	if fake.Calls() != 0 {
		t.Errorf("%d calls", fake.Calls())
	}
	s := asking(t, fake, "VIGIL_MODEL_REPOSITORIES=acme/*")
	dir := write(t, localSource)
	for _, args := range [][]string{{"init", "-q"}, {"remote", "add", "origin", "https://git.example/acme/api.git"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	if r := s.result(0, "done: 3 findings", dir, "--model", "haiku"); r.Model.Calls != 3 {
		t.Errorf("%+v", r.Model)
	}
	s = asking(t, fake, "VIGIL_MODEL_BUDGET=much")
	s.run(2, `error: VIGIL_MODEL_BUDGET: "much" is not an amount in dollars`, source, "--model", "haiku")
	s.run(2, "error: --model must be haiku, sonnet, or opus", source, "--model", "gpt")
	s.run(0, "done: ", source) // the settings are nobody's business then
}

// TestLocalScansShareABudget runs scans at once that together would spend more than the month has.
func TestLocalScansShareABudget(t *testing.T) {
	t.Parallel()
	fake := reviewtest.New(t, nil)
	s := asking(t, fake, "VIGIL_MODEL_BUDGET=1/scan,0.10/month")
	var all sync.WaitGroup
	var mu sync.Mutex
	cost, calls := 0.0, 0
	for n := range 4 {
		name := fmt.Sprintf("f%d", n)
		source := write(t, map[string]string{"a.py": "def " + name + "(x):\n    eval(x)\n", "b.py": name + "(1)\neval(input())\n"})
		all.Go(func() {
			r := s.result(0, "done: ", source, "--model", "sonnet")
			mu.Lock()
			defer mu.Unlock()
			cost += r.Model.Cost
			calls += r.Model.Calls
		})
	}
	all.Wait()
	if cost > 0.10 || calls == 0 || fake.PaidTwice() > 0 {
		t.Errorf("$%.4f in %d calls", cost, calls)
	}
}
