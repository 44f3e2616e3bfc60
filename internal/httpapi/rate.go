package httpapi

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"vigil"
)

// RateLimit is a number of requests in a span of time. The zero value is no
// limit.
type RateLimit struct {
	Requests int
	Per      time.Duration
}

// ParseRateLimit reads "6000/m", with s, m or h, or "off".
func ParseRateLimit(s string) (RateLimit, error) {
	if s == "off" {
		return RateLimit{}, nil
	}
	n, unit, _ := strings.Cut(s, "/")
	requests, err := strconv.Atoi(n)
	per := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}[unit]
	if err != nil || requests < 1 || per == 0 {
		return RateLimit{}, fmt.Errorf("rate limit %q is not of the form 6000/m (s, m or h), nor off", s)
	}
	return RateLimit{requests, per}, nil
}

// Limiter counts the requests of each key in windows of time. A window begins
// with the key's first request and, when it is over, with the next one.
// Each process counts for itself.
type Limiter struct {
	limit   RateLimit
	mu      sync.Mutex
	windows map[vigil.ID]*window
}

type window struct {
	ends time.Time
	used int
}

// NewLimiter returns a limiter that has counted nothing yet.
func NewLimiter(limit RateLimit) *Limiter {
	return &Limiter{limit: limit, windows: map[vigil.ID]*window{}}
}

// maxWindows is how many keys are remembered before those whose window is
// over are forgotten.
const maxWindows = 10_000

// count counts one request of a key and says in the headers how many remain
// until when, their names spelled as net/http sends them and need not spell them
// anew. It returns how long to wait if there are none.
func (l *Limiter) count(h http.Header, key vigil.ID, now time.Time) (wait time.Duration) {
	if l.limit.Requests == 0 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.windows[key]
	if w == nil || !now.Before(w.ends) {
		if len(l.windows) >= maxWindows {
			for old, w := range l.windows {
				if !now.Before(w.ends) {
					delete(l.windows, old)
				}
			}
		}
		w = &window{ends: now.Add(l.limit.Per)}
		l.windows[key] = w
	}
	w.used = min(w.used+1, l.limit.Requests+1)
	h.Set("Ratelimit-Limit", strconv.Itoa(l.limit.Requests))
	h.Set("Ratelimit-Remaining", strconv.Itoa(max(l.limit.Requests-w.used, 0)))
	h.Set("Ratelimit-Reset", seconds(w.ends.Sub(now)))
	if w.used > l.limit.Requests {
		return w.ends.Sub(now)
	}
	return 0
}

// show says in the headers what the limit is, to a caller who has no key to count
// for.
func (l *Limiter) show(h http.Header) {
	if l.limit.Requests > 0 {
		h.Set("Ratelimit-Limit", strconv.Itoa(l.limit.Requests))
		h.Set("Ratelimit-Remaining", strconv.Itoa(l.limit.Requests))
		h.Set("Ratelimit-Reset", seconds(l.limit.Per))
	}
}

// Take counts one request of a key, says in the headers how many remain, and returns an
// error when none is left.
func (l *Limiter) Take(h http.Header, key vigil.ID, now time.Time) error {
	wait := l.count(h, key, now)
	if wait == 0 {
		return nil
	}
	h.Set("Retry-After", seconds(wait))
	return &vigil.Error{Kind: vigil.RateLimited, Code: "rate_limited",
		Message: fmt.Sprintf("This API key has made its %d requests per %s. Wait %s s.", l.limit.Requests, l.limit.Per, seconds(wait))}
}

// seconds rounds up: whoever waits that long has waited long enough.
func seconds(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }
