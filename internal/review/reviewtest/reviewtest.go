// Package reviewtest is a fake of the Messages API over real HTTP. It keeps every request, and
// answers as a test wants: well, badly, or as an adversary that obeys whatever it reads.
package reviewtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vigil/internal/review"
)

// Key is the key that the fake accepts.
const Key = "sk-test-do-not-log-me"

// Request is a request that the fake received.
type Request struct {
	Body   []byte
	Model  string
	System string
	Text   string // of the user's message
}

// API is a fake of the Messages API.
type API struct {
	URL string

	mu       sync.Mutex
	requests []Request
	paid     map[string]int // complete answers, by text without the marker
	in, out  int            // tokens of complete answers
	answer   func(n int, r Request) Answer
}

// Answer is how the fake answers a request. The zero value answers with Likely.
type Answer struct {
	Text       string // of the message; "": Likely
	StopReason string // "": end_turn
	Input      int    // tokens; 0: as many as a quarter of the bytes
	Output     int    // tokens; 0: 300
	Status     int    // an error instead
	RetryAfter string
	Raw        string        // a body instead of a message
	Cut        bool          // the connection ends in the middle
	Delay      time.Duration // before the answer
	Wait       chan struct{} // until it is closed
}

// Likely is an answer in the right form.
const Likely = `{"verdict":"likely","confidence":8,"why":"The parameter reaches the query.","title":"SQL injection through q","description":"Request data is concatenated.","exploit":"Send a quote.","remediation":"Use a placeholder."}`

// Unlikely is one that lowers the confidence of a finding as far as possible.
const Unlikely = `{"verdict":"unlikely","confidence":10,"why":"Constant input.","title":"","description":"","exploit":"","remediation":""}`

// New starts a fake that answers each request with what answer returns for the n-th one, from 1.
// Nil: Likely.
func New(t testing.TB, answer func(n int, r Request) Answer) *API {
	a := &API{answer: answer, paid: map[string]int{}}
	s := httptest.NewServer(http.HandlerFunc(a.serve))
	t.Cleanup(s.Close)
	a.URL = s.URL
	return a
}

// Config returns a config that asks the fake about every repository.
func (a *API) Config() review.Config {
	return review.Config{URL: a.URL, Key: Key, Repositories: review.Patterns{"*"}}
}

// Requests returns the requests so far.
func (a *API) Requests() []Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]Request(nil), a.requests...)
}

// Calls returns how many there were.
func (a *API) Calls() int { return len(a.Requests()) }

// PaidTwice returns how many requests were answered completely more than once.
func (a *API) PaidTwice() (n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, times := range a.paid {
		if times > 1 {
			n++
		}
	}
	return n
}

func (a *API) serve(w http.ResponseWriter, hr *http.Request) {
	body, err := io.ReadAll(hr.Body)
	if err != nil || hr.Method != http.MethodPost || hr.URL.Path != "/v1/messages" {
		http.Error(w, "not a message", http.StatusNotFound)
		return
	}
	if hr.Header.Get("X-Api-Key") != Key {
		writeError(w, Answer{Status: http.StatusUnauthorized}, "authentication_error")
		return
	}
	var in struct {
		Model  string
		System []struct{ Text string }
		Tools  []any
		Output struct {
			Format struct{ Type string }
		} `json:"output_config"`
		Messages []struct {
			Role    string
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal(body, &in); err != nil || len(in.Messages) != 1 || len(in.System) != 1 || len(in.Tools) > 0 || in.Output.Format.Type != "json_schema" {
		writeError(w, Answer{Status: http.StatusBadRequest}, "invalid_request_error")
		return
	}
	r := Request{Body: body, Model: in.Model, System: in.System[0].Text, Text: in.Messages[0].Content[0].Text}
	a.mu.Lock()
	a.requests = append(a.requests, r)
	n := len(a.requests)
	a.mu.Unlock()
	var out Answer
	if a.answer != nil {
		out = a.answer(n, r)
	}
	select {
	case <-time.After(out.Delay):
	case <-hr.Context().Done():
		return
	}
	if out.Wait != nil {
		select {
		case <-out.Wait:
		case <-hr.Context().Done():
			return
		}
	}
	a.write(w, r, out)
}

func (a *API) write(w http.ResponseWriter, r Request, out Answer) {
	if out.Status != 0 {
		writeError(w, out, "overloaded_error")
		return
	}
	text := out.Raw
	if text == "" {
		text = message(r, out)
	}
	w.Header().Set("Content-Type", "application/json")
	if out.Cut {
		_, _ = io.WriteString(w, text[:len(text)/2])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
	a.mu.Lock()
	a.paid[Untrusted(r.Text)]++
	if out.Raw == "" {
		a.in, a.out = a.in+tokensIn(r, out), a.out+tokensOut(out)
	}
	a.mu.Unlock()
	_, _ = io.WriteString(w, text)
}

func message(r Request, out Answer) string {
	or := func(s *string, byDefault string) {
		if *s == "" {
			*s = byDefault
		}
	}
	or(&out.Text, Likely)
	or(&out.StopReason, "end_turn")
	text, err := json.Marshal(map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": r.Model, "stop_reason": out.StopReason, "stop_sequence": nil,
		"content": []any{map[string]any{"type": "thinking", "thinking": "Hm.", "signature": "s"}, map[string]any{"type": "text", "text": out.Text}},
		"usage":   map[string]any{"input_tokens": tokensIn(r, out), "output_tokens": tokensOut(out), "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0},
	})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// tokensIn counts as people estimate it: four bytes are a token.
func tokensIn(r Request, out Answer) int {
	if out.Input > 0 {
		return out.Input
	}
	return len(r.Body) / 4
}

func tokensOut(out Answer) int {
	if out.Output > 0 {
		return out.Output
	}
	return 300
}

// Tokens returns how many tokens complete answers were charged for.
func (a *API) Tokens() (input, output int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.in, a.out
}

func writeError(w http.ResponseWriter, out Answer, kind string) {
	w.Header().Set("Content-Type", "application/json")
	if out.RetryAfter != "" {
		w.Header().Set("Retry-After", out.RetryAfter)
	}
	w.WriteHeader(out.Status)
	_ = json.NewEncoder(w).Encode(map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": "no; your key is " + Key}})
}

// Proposal is one that the fake makes in a hunt.
type Proposal struct {
	CWE         string `json:"cwe"`
	Line        int    `json:"line"`
	Code        string `json:"code"`
	Witness     string `json:"witness"`
	Also        []int  `json:"also"`
	Mend        string `json:"mend"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Remediation string `json:"remediation"`
}

// Propose is an answer to a hunt.
func Propose(list ...Proposal) Answer {
	if list == nil {
		list = []Proposal{}
	}
	text, err := json.Marshal(map[string]any{"proposals": list})
	if err != nil {
		panic(err)
	}
	return Answer{Text: string(text)}
}

// IsHunt reports whether a request asks for flaws rather than for an opinion.
func (r Request) IsHunt() bool { return strings.Contains(r.System, `{"proposals": […]}`) }

// Line returns the number of the first line of a hunt that contains some code, 0 if there is none.
func (r Request) Line(code string) int {
	for line := range strings.SplitSeq(Untrusted(r.Text), "\n") {
		number, text, numbered := strings.Cut(line, " | ")
		if n, err := strconv.Atoi(number); err == nil && numbered && strings.Contains(text, code) {
			return n
		}
	}
	return 0
}

// Handler returns a request with nothing but the handler of a hunt.
func (r Request) Handler() Request {
	lines := strings.Split(r.Text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "handler") {
			for end := i + 1; end < len(lines); end++ {
				if number, _, numbered := strings.Cut(lines[end], " | "); !numbered || strings.Trim(number, "0123456789") != "" {
					marker := "untrusted-"
					r.Text = strings.Join(append(append([]string{marker}, lines[i:end]...), marker), "\n")
					return r
				}
			}
		}
	}
	return Request{}
}

// Untrusted returns what stands between the markers of a message.
func Untrusted(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "untrusted-") {
			rest := strings.Join(lines[i+1:], "\n")
			if end := strings.LastIndex(rest, line); end >= 0 {
				return rest[:end]
			}
		}
	}
	return ""
}
