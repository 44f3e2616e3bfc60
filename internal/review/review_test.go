package review_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/review"
	"vigil/internal/review/reviewtest"
)

var ctx = context.Background()

// finding is a finding whose code and name are different for each n.
func finding(n int) review.Finding {
	return review.Finding{Severity: vigil.Score(50 + n%50), Excerpt: engine.Excerpt{
		Finding: engine.Finding{Rule: "sql", Title: fmt.Sprintf("SQL injection %d", n), Path: "a.py", StartLine: 2, EndLine: 2, Description: "Data in a query.", CWE: "CWE-89"},
		Code:    []engine.Code{{Path: "a.py", First: 1, Lines: []string{"def f(q):", fmt.Sprintf("    db.run(q, %d)", n)}}},
	}}
}

func findings(n int) (out []review.Finding) {
	for i := range n {
		out = append(out, finding(i))
	}
	return out
}

var aScan = review.Scan{Team: "t", ID: "s", Repository: "r", Model: "sonnet"}

// run reviews findings and returns the log as well.
func run(t *testing.T, c review.Config, l review.Ledger, fs []review.Finding) (review.Result, string) {
	t.Helper()
	var log bytes.Buffer
	r := review.New(c, l, review.NewMetrics(prometheus.NewRegistry()), slog.New(slog.NewTextHandler(&log, nil)))
	result := r.Review(ctx, aScan, fs)
	if strings.Contains(log.String(), reviewtest.Key) || strings.Contains(fmt.Sprintf("%+v %#v %v", c, c, result), reviewtest.Key) {
		t.Errorf("the key is shown: %s", log.String())
	}
	return result, log.String()
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		what    string
		answer  reviewtest.Answer
		without string // reason; "": an opinion
		calls   int
		paid    bool
	}{
		{"in form", reviewtest.Answer{}, "", 1, true},
		{"refused", reviewtest.Answer{StopReason: "refusal", Text: "I cannot."}, "asked: the model refused to answer", 1, true},
		{"cut off", reviewtest.Answer{StopReason: "max_tokens", Text: `{"verdict":`}, "asked: the answer was cut off", 1, true},
		{"not JSON", reviewtest.Answer{Text: "likely!"}, "asked: the answer does not have the form that was asked for", 1, true},
		{"a field for the status", reviewtest.Answer{Text: strings.Replace(reviewtest.Likely, "{", `{"status":"fixed",`, 1)}, "asked: the answer does not have the form that was asked for", 1, true},
		{"another verdict", reviewtest.Answer{Text: strings.Replace(reviewtest.Likely, "likely", "fixed", 1)}, "asked: the answer does not have the form that was asked for", 1, true},
		{"too confident", reviewtest.Answer{Text: strings.Replace(reviewtest.Likely, "8", "11", 1)}, "asked: the answer does not have the form that was asked for", 1, true},
		{"no confidence", reviewtest.Answer{Text: `{"verdict":"unlikely","why":""}`}, "asked: the answer does not have the form that was asked for", 1, true},
		{"two objects", reviewtest.Answer{Text: reviewtest.Likely + reviewtest.Likely}, "asked: the answer does not have the form that was asked for", 1, true},
		{"cut connection", reviewtest.Answer{Cut: true}, "asked: the connection failed, or the time was over, before the answer was complete", 1, true},
		{"not a message", reviewtest.Answer{Raw: "{{{"}, "asked: the connection failed, or the time was over, before the answer was complete", 1, true},
		{"too slow", reviewtest.Answer{Wait: make(chan struct{})}, "asked: the connection failed, or the time was over, before the answer was complete", 1, true},
		{"overloaded", reviewtest.Answer{Status: 529, RetryAfter: "0"}, "not asked: the model's API is overloaded or limits requests (status 529)", 3, false},
		{"limited for long", reviewtest.Answer{Status: 429, RetryAfter: "3600"}, "not asked: the model's API is overloaded or limits requests (status 429)", 1, false},
		{"rejected key", reviewtest.Answer{Status: 401}, "not asked: the model's API rejects the key (status 401)", 1, false},
		{"broken", reviewtest.Answer{Status: 500}, "not asked: the model's API rejects the request or failed (status 500)", 1, false},
	} {
		t.Run(strings.ReplaceAll(c.what, " ", "_"), func(t *testing.T) {
			api := reviewtest.New(t, func(int, reviewtest.Request) reviewtest.Answer { return c.answer })
			config := api.Config()
			if c.answer.Wait != nil {
				config.CallTime = 300 * time.Millisecond
			}
			ledger := &review.Memory{}
			result, _ := run(t, config, ledger, findings(1))
			if c.without == "" {
				o := result.Opinions[0]
				if o == nil || o.Verdict != vigil.Likely || o.Confidence != 8 || o.Title != "SQL injection through q" || o.Model != "sonnet" || o.Name != "claude-sonnet-5-5" {
					t.Errorf("%+v, %v", o, result.Without)
				}
			} else if result.Without[c.without] != 1 || result.Opinions[0] != nil {
				t.Errorf("%+v, %v", result.Opinions[0], result.Without)
			}
			if n := api.Calls(); n != c.calls {
				t.Errorf("%d calls", n)
			}
			if u := ledger.Usage(); (u.Cost > 0) != c.paid || (u.Calls == 1) != c.paid {
				t.Errorf("%+v", u)
			}
			// What may have been paid for is not asked again.
			before := api.Calls()
			if run(t, config, ledger, findings(1)); c.paid && api.Calls() != before {
				t.Errorf("asked again")
			}
		})
	}
}

// TestRetry asks again after the time that the API asks for.
func TestRetry(t *testing.T) {
	api := reviewtest.New(t, func(n int, _ reviewtest.Request) reviewtest.Answer {
		if n < 3 {
			return reviewtest.Answer{Status: 529, RetryAfter: "1"}
		}
		return reviewtest.Answer{}
	})
	began := time.Now()
	result, _ := run(t, api.Config(), &review.Memory{}, findings(1))
	if result.Opinions[0] == nil || api.Calls() != 3 || time.Since(began) < 2*time.Second {
		t.Errorf("%d calls in %s: %v", api.Calls(), time.Since(began), result.Without)
	}
}

// TestOverloadEndsTheReview does not ask an overloaded API about all other findings.
func TestOverloadEndsTheReview(t *testing.T) {
	api := reviewtest.New(t, func(int, reviewtest.Request) reviewtest.Answer {
		return reviewtest.Answer{Status: 529, RetryAfter: "0"}
	})
	config := api.Config()
	config.AtOnce = 1
	result, _ := run(t, config, &review.Memory{}, findings(20))
	if api.Calls() > 6 || len(result.Without) != 1 {
		t.Errorf("%d calls: %v", api.Calls(), result.Without)
	}
}

// TestBudget never spends more than the budget, although calls are made at once.
func TestBudget(t *testing.T) {
	api := reviewtest.New(t, nil)
	config := api.Config()
	config.Budget = review.Budget{PerScan: vigil.Dollar / 10, PerMonth: vigil.Dollar}
	ledger := &review.Memory{}
	result, _ := run(t, config, ledger, findings(50))
	u := ledger.Usage()
	if u.Cost > vigil.Dollar/10 || u.Calls < 3 || result.Without["not asked: the budget of the scan is spent"] != 50-int(u.Calls) {
		t.Errorf("%+v: %v", u, result.Without)
	}
	if got := fmt.Sprint(result.Coverage(1).Skipped[0].Reason); got != fmt.Sprintf("%d findings not asked: the budget of the scan is spent", 50-u.Calls) {
		t.Error(got)
	}
}

// TestWorstFirst asks about the most severe findings while there is money.
func TestWorstFirst(t *testing.T) {
	api := reviewtest.New(t, nil)
	config := api.Config()
	config.AtOnce, config.MaxFindings = 1, 100
	run(t, config, &review.Memory{}, findings(10))
	for i, r := range api.Requests() {
		if want := fmt.Sprintf("finding: SQL injection %d\n", 9-i); !strings.Contains(r.Text, want) {
			t.Errorf("request %d does not have %q", i, want)
		}
	}
}

// TestAtOnce limits the calls of a process.
func TestAtOnce(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	api := reviewtest.New(t, func(int, reviewtest.Request) reviewtest.Answer {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		time.Sleep(20 * time.Millisecond)
		mu.Lock()
		now--
		mu.Unlock()
		return reviewtest.Answer{}
	})
	config := api.Config()
	config.AtOnce = 2
	r := review.New(config, &review.Memory{}, nil, slog.New(slog.DiscardHandler))
	var all sync.WaitGroup
	for n := range 3 {
		all.Go(func() { r.Review(ctx, aScan, findings(12)[4*n:4*n+4]) })
	}
	all.Wait()
	if most > 2 || api.Calls() != 12 {
		t.Errorf("%d at once, %d calls", most, api.Calls())
	}
}

// TestTimeOfScan stops beginning calls.
func TestTimeOfScan(t *testing.T) {
	api := reviewtest.New(t, func(int, reviewtest.Request) reviewtest.Answer {
		return reviewtest.Answer{Delay: 300 * time.Millisecond}
	})
	config := api.Config()
	config.AtOnce, config.ScanTime = 1, 100*time.Millisecond
	result, _ := run(t, config, &review.Memory{}, findings(5))
	if api.Calls() != 1 || result.Without["not asked: the time of the scan for the model is over"] != 4 {
		t.Errorf("%d calls, %v", api.Calls(), result.Without)
	}
}

// busy is a ledger in which another scan is asking whatever is asked.
type busy struct{ review.Memory }

func (*busy) BeginCall(context.Context, vigil.ModelCall) (vigil.CallState, string, error) {
	return vigil.CallInProgress, "", nil
}

// TestOtherScanAsks waits for the answer to the same question of another scan as long as for one of
// its own: its server may have been killed.
func TestOtherScanAsks(t *testing.T) {
	api := reviewtest.New(t, nil)
	config := api.Config()
	config.CallTime = time.Millisecond
	result, _ := run(t, config, &busy{}, findings(3))
	if api.Calls() != 0 || result.Without["not asked: another scan asked the same and has no answer yet"] != 3 {
		t.Errorf("%d calls, %v", api.Calls(), result.Without)
	}
}

// TestPlainText drops what is too long, and shows what is hidden.
func TestPlainText(t *testing.T) {
	api := reviewtest.New(t, func(int, reviewtest.Request) reviewtest.Answer {
		return reviewtest.Answer{Text: `{"verdict":"unclear","confidence":0,"why":"a\u202eb\u0000\u001b[31m ![x](http://evil.example/?q)","title":"two\nlines","description":"` +
			strings.Repeat("x", 5000) + `","exploit":"[a]: http://evil.example","remediation":"ok"}`}
	})
	result, _ := run(t, api.Config(), &review.Memory{}, findings(1))
	o := result.Opinions[0]
	if o == nil || o.Why != "a\uFFFDb\uFFFD[31m ![x] (http://evil.example/?q)" || o.Title != "two lines" || o.Description != "" || o.Exploit != "[a] : http://evil.example" || o.Remediation != "ok" {
		t.Errorf("%+v", o)
	}
}

func TestWhyNot(t *testing.T) {
	for _, c := range []struct {
		key, patterns, name, want string
	}{
		{"", "*", "acme/api", "not asked: no key"},
		{"k", "", "acme/api", "not asked: the repository is not in VIGIL_MODEL_REPOSITORIES"},
		{"k", "acme/*", "acme/api", ""},
		{"k", "acme/*", "Acme/group/api", ""},
		{"k", "acme/*", "notacme/api", "not asked: the repository is not in VIGIL_MODEL_REPOSITORIES"},
		{"k", "acme/*", "x/acme/api", "not asked: the repository is not in VIGIL_MODEL_REPOSITORIES"},
		{"k", "other/x, acme/api", "acme/api", ""},
		{"k", "acme/api", "acme/api2", "not asked: the repository is not in VIGIL_MODEL_REPOSITORIES"},
		{"k", "acme.api", "acme/api", "not asked: the repository is not in VIGIL_MODEL_REPOSITORIES"},
	} {
		patterns, err := review.ParsePatterns(c.patterns)
		if err != nil {
			t.Fatal(err)
		}
		r := review.New(review.Config{Key: review.Key(c.key), Repositories: patterns}, nil, nil, nil)
		if got := r.WhyNot(c.name); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestParse(t *testing.T) {
	for text, ok := range map[string]bool{"2.00/scan,200/month": true, "0/scan": true, "1/month": true, "": false, "2": false, "-1/scan": false, "NaN/scan": false, "2/year": false, "Inf/scan": false} {
		if _, err := review.ParseBudget(text); (err == nil) != ok {
			t.Errorf("budget %q: %v", text, err)
		}
	}
	for text, ok := range map[string]bool{"sonnet=2/10": true, "": true, "haiku=0/0,opus=4.5/20": true, "gpt=1/2": false, "sonnet=2": false, "sonnet=2/x": false, "sonnet=1/2/3": false, "sonnet=-1/2": false} {
		if _, err := review.ParsePrices(text); (err == nil) != ok {
			t.Errorf("prices %q: %v", text, err)
		}
	}
	for text, ok := range map[string]bool{review.DefaultNames(): true, "": true, "opus=eu.anthropic.claude-opus:0": true, "opus=": false, "opus=a b": false, "gpt=x": false, "opus": false} {
		if _, err := review.ParseNames(text); (err == nil) != ok {
			t.Errorf("names %q: %v", text, err)
		}
	}
	for text, ok := range map[string]bool{review.DefaultURL: true, "http://10.0.0.1:4000/llm": true, "ftp://x": false, "https://u:p@x": false, "x": false, "https://x?k=v": false} {
		if err := review.CheckURL(text); (err == nil) != ok {
			t.Errorf("URL %q: %v", text, err)
		}
	}
}
