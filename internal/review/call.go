package review

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"vigil"
)

const (
	// maxResponse is how much is read of a response, in bytes.
	maxResponse = 1 << 20
	// maxTries is how often an API that is overloaded is asked.
	maxTries = 3
)

// newClient returns a client of the API. Nothing but the config has a say in where requests go:
// neither the environment nor a redirect.
func newClient(c Config) anthropic.Client {
	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport:     limited{http.DefaultTransport},
	}
	return anthropic.NewClient(option.WithoutEnvironmentDefaults(), option.WithBaseURL(c.URL), option.WithAPIKey(string(c.Key)),
		option.WithHTTPClient(client), option.WithMaxRetries(0))
}

// limited reads only the beginning of responses.
type limited struct{ http.RoundTripper }

// RoundTrip makes a request.
func (l limited) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := l.RoundTripper.RoundTrip(r)
	if err == nil {
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(res.Body, maxResponse), res.Body}
	}
	return res, err
}

// refusal is an API that did not answer, and did not charge anything.
type refusal struct {
	reason string // for users
	stop   bool   // no other call of the scan would fare better
}

func (r *refusal) Error() string { return r.reason }

// errUnknown is a call whose outcome is unknown: it may have been paid for.
var errUnknown = errors.New("the connection failed, or the time was over, before the answer was complete")

// ask makes a call. If the API is overloaded, it waits as long as that asks for, and tries again.
func (r *Reviewer) ask(ctx context.Context, p *prompt, c vigil.ModelCall, task string) (answer, vigil.ModelUsage, error) {
	for try := 1; ; try++ {
		message, err := r.send(ctx, p, c.Name, task)
		if err == nil {
			return read(p, message), r.used(message, c), nil
		}
		failed, isStatus := errors.AsType[*anthropic.Error](err)
		if !isStatus {
			if dial, is := errors.AsType[*net.OpError](err); is && dial.Op == "dial" {
				return answer{}, vigil.ModelUsage{}, &refusal{reason: "not asked: there is no connection to the model's API"}
			}
			return answer{}, vigil.ModelUsage{}, errUnknown
		}
		refused := refusalOf(failed.StatusCode, c.Name)
		if !overloaded(failed.StatusCode) || try == maxTries {
			return answer{}, vigil.ModelUsage{}, refused
		}
		wait := retryAfter(failed.Response, try)
		if wait > r.config.MaxWait {
			return answer{}, vigil.ModelUsage{}, refused
		}
		select {
		case <-ctx.Done():
			return answer{}, vigil.ModelUsage{}, refused
		case <-time.After(wait):
		}
	}
}

// send makes one request. Models that do not know the parameter effort are asked without it.
func (r *Reviewer) send(ctx context.Context, p *prompt, name, task string) (*anthropic.Message, error) {
	ctx, cancel := context.WithTimeout(ctx, r.config.CallTime)
	defer cancel()
	params := anthropic.MessageNewParams{
		Model: name, MaxTokens: p.maxTokens,
		System:       []anthropic.TextBlockParam{{Text: p.system, CacheControl: anthropic.NewCacheControlEphemeralParam()}},
		Messages:     []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(p.message(task)))},
		OutputConfig: anthropic.OutputConfigParam{Format: anthropic.JSONOutputFormatParam{Schema: p.schema}},
	}
	if _, without := r.effortless.Load(name); !without {
		params.OutputConfig.Effort = p.effort
	}
	m, err := r.client.Messages.New(ctx, params)
	if failed, is := errors.AsType[*anthropic.Error](err); is && failed.StatusCode == http.StatusBadRequest &&
		params.OutputConfig.Effort != "" && strings.Contains(failed.RawJSON(), "effort") {
		r.effortless.Store(name, true)
		params.OutputConfig.Effort = ""
		m, err = r.client.Messages.New(ctx, params)
	}
	return m, err
}

func overloaded(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable || status == 529
}

// refusalOf explains a status. It does not quote the API: a gateway may repeat the key.
func refusalOf(status int, name string) *refusal {
	switch {
	case overloaded(status):
		return &refusal{fmt.Sprintf("not asked: the model's API is overloaded or limits requests (status %d)", status), true}
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return &refusal{fmt.Sprintf("not asked: the model's API rejects the key (status %d)", status), true}
	case status == http.StatusNotFound:
		return &refusal{fmt.Sprintf("not asked: the model's API does not know %s (status %d)", name, status), true}
	case status == http.StatusPaymentRequired:
		return &refusal{fmt.Sprintf("not asked: the account at the model's API has no credit (status %d)", status), true}
	}
	return &refusal{fmt.Sprintf("not asked: the model's API rejects the request or failed (status %d)", status), false}
}

// retryAfter returns how long to wait before the next try.
func retryAfter(res *http.Response, try int) time.Duration {
	if res != nil {
		text := res.Header.Get("Retry-After")
		if s, err := strconv.ParseFloat(text, 64); err == nil && s >= 0 && s < 1e6 {
			return time.Duration(s * float64(time.Second))
		}
		if at, err := http.ParseTime(text); err == nil {
			return max(0, time.Until(at))
		}
	}
	return time.Duration(try) * 2 * time.Second
}

// read returns the answer in a message. Blocks other than text are what the model thought.
func read(p *prompt, m *anthropic.Message) answer {
	switch m.StopReason {
	case anthropic.StopReasonRefusal:
		return answer{Unusable: "the model refused to answer"}
	case anthropic.StopReasonMaxTokens, anthropic.StopReasonModelContextWindowExceeded:
		return answer{Unusable: "the answer was cut off"}
	}
	var text strings.Builder
	for _, block := range m.Content {
		if block.Type == "text" {
			text.WriteString(block.Text)
		}
	}
	a, err := p.parse(text.String())
	if err != nil {
		return answer{Unusable: err.Error()}
	}
	return a
}

// used returns what a message cost. If the API does not say, it is the most that it can be.
func (r *Reviewer) used(m *anthropic.Message, c vigil.ModelCall) vigil.ModelUsage {
	u := vigil.ModelUsage{
		InputTokens:  m.Usage.InputTokens + m.Usage.CacheCreationInputTokens + m.Usage.CacheReadInputTokens,
		OutputTokens: m.Usage.OutputTokens, Cost: r.config.price(c.Model).cost(m.Usage),
	}
	if u.InputTokens <= 0 || u.OutputTokens < 0 {
		u = vigil.ModelUsage{Cost: c.Reserve}
	}
	return u
}

// cost returns the price of a call. Writing to the API's cache costs a quarter more than reading a
// token, and reading from it a tenth.
func (p Price) cost(m anthropic.Usage) vigil.Money {
	return p.Input*vigil.Money(m.InputTokens) + p.Input*5/4*vigil.Money(m.CacheCreationInputTokens) + p.Input/10*vigil.Money(m.CacheReadInputTokens) +
		p.Output*vigil.Money(m.OutputTokens)
}

// most returns the most that a call can cost: no token is shorter than a byte, and any of them may
// be written to the cache.
func (p Price) most(about *prompt, task string) vigil.Money {
	const frame = 1000 // what the API adds, and the lines with markers
	return p.Input*5/4*vigil.Money(len(about.system)+len(about.schemaText())+len(task)+frame) + p.Output*vigil.Money(about.maxTokens)
}
