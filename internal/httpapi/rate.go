package httpapi

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

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

// limiter lets each key do the same number of requests in a span of time, in a
// burst or spread over it: a bucket that refills steadily. Each process counts for
// itself.
type limiter struct {
	limit   RateLimit
	mu      sync.Mutex
	buckets map[vigil.ID]*rate.Limiter
}

func newLimiter(limit RateLimit) *limiter {
	return &limiter{limit: limit, buckets: map[vigil.ID]*rate.Limiter{}}
}

// maxBuckets is how many keys are remembered before full buckets, which are as
// good as new ones, are dropped.
const maxBuckets = 10_000

func (l *limiter) bucket(id vigil.ID, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[id]
	if b == nil {
		if len(l.buckets) >= maxBuckets {
			for old, b := range l.buckets {
				if b.TokensAt(now) >= float64(l.limit.Requests) {
					delete(l.buckets, old)
				}
			}
		}
		b = rate.NewLimiter(rate.Limit(float64(l.limit.Requests)/l.limit.Per.Seconds()), l.limit.Requests)
		l.buckets[id] = b
	}
	return b
}

// count takes one request off the key's bucket, if there is one left, and says
// in the headers what remains. It reports whether there was one.
func (l *limiter) count(h http.Header, id vigil.ID, now time.Time) bool {
	if l.limit.Requests == 0 {
		return true
	}
	b := l.bucket(id, now)
	allowed := b.AllowN(now, 1)
	left := max(b.TokensAt(now), 0)
	untilFull := (float64(l.limit.Requests) - left) / float64(b.Limit())
	h.Set("RateLimit-Limit", strconv.Itoa(l.limit.Requests))
	h.Set("RateLimit-Remaining", strconv.Itoa(int(left)))
	h.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil(untilFull))))
	return allowed
}

// take is count, with an error when there is none left.
func (l *limiter) take(h http.Header, id vigil.ID, now time.Time) error {
	if l.count(h, id, now) {
		return nil
	}
	b := l.bucket(id, now)
	wait := int(math.Ceil((1 - b.TokensAt(now)) / float64(b.Limit())))
	h.Set("Retry-After", strconv.Itoa(max(wait, 1)))
	return &vigil.Error{Kind: vigil.RateLimited, Code: "rate_limited",
		Message: fmt.Sprintf("This API key has made its %d requests per %s. Wait %d s.", l.limit.Requests, l.limit.Per, max(wait, 1))}
}
