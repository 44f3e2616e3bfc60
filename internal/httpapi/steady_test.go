package httpapi

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// connection takes deadlines, as that of a server does.
type connection struct {
	http.ResponseWriter
	deadline time.Time
}

func (c *connection) SetReadDeadline(t time.Time) error { c.deadline = t; return nil }

// slow is a body that comes at a pace, until the deadline of its connection.
type slow struct {
	c    *connection
	each time.Duration
	left int // reads of 8 KiB
}

func (s *slow) Read(p []byte) (int, error) {
	if s.left--; s.left < 0 {
		return 0, io.EOF
	}
	if time.Now().Add(s.each).After(s.c.deadline) {
		time.Sleep(time.Until(s.c.deadline))
		return 0, os.ErrDeadlineExceeded
	}
	time.Sleep(s.each)
	return min(len(p), 8<<10), nil
}

func (s *slow) Close() error { return nil }

// TestSlowBodies: a body that comes too slowly is given up after half a minute, one that
// comes steadily has all the time there is, and no more.
func TestSlowBodies(t *testing.T) {
	for what, c := range map[string]struct {
		each time.Duration
		left int
		ends time.Duration // after which it fails, 0: it does not
	}{
		"nothing comes":  {time.Hour, 1, 30 * time.Second},
		"a trickle":      {4500 * time.Millisecond, 1000, 30 * time.Second},
		"slow, but":      {3500 * time.Millisecond, 200, 0},
		"much too large": {3500 * time.Millisecond, 1000, 15 * time.Minute},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &connection{ResponseWriter: httptest.NewRecorder()}
				began := time.Now()
				body := &steady{ReadCloser: &slow{w, c.each, c.left}, control: http.NewResponseController(w), until: began.Add(uploadTime)}
				_, err := io.Copy(io.Discard, body)
				if took := time.Since(began); c.ends > 0 && (took != c.ends || !errors.Is(err, os.ErrDeadlineExceeded)) {
					t.Errorf("after %v: %v", took, err)
				}
				// The rest of the request is not cut off by the deadline of a part of its body.
				if c.ends == 0 && (err != nil || !w.deadline.Equal(body.until)) {
					t.Errorf("%v, until %v", err, w.deadline)
				}
			})
		})
	}
}
