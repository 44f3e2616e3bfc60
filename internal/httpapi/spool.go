package httpapi

import (
	"errors"
	"io"
	"net/http"
	"time"

	"vigil"
)

// maxBodyMemory is how many bytes of bodies are in memory at once, of all requests: those
// of JSON, and rules while they are checked.
const maxBodyMemory = 64 << 20

// beginBody lets a request send a body that goes to disk. What it returns ends that.
func (a *API) beginBody(w http.ResponseWriter, r *request, within time.Duration) (func(), error) {
	body, err := a.spool.Begin(r.team(), a.quotas.Limit(vigil.QuotaUploads), r.ContentLength)
	if err != nil {
		return nil, err
	}
	r.spooled = body
	until := time.Now().Add(within)
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(until.Add(time.Minute)) // a test's recorder has none
	r.Body = &steady{ReadCloser: r.Body, control: control, until: until}
	return body.Close, nil
}

// A body must come at such a pace: whoever sends nothing gives up the place.
const (
	steadyBytes = 64 << 10
	steadyTime  = 30 * time.Second
)

// steady is a body that fails if it comes too slowly, or is not there by until.
type steady struct {
	io.ReadCloser
	control *http.ResponseController
	until   time.Time
	left    int // of the bytes that must come by the next deadline
}

func (s *steady) Read(p []byte) (int, error) {
	if s.left <= 0 {
		s.left = steadyBytes
		deadline := time.Now().Add(steadyTime)
		if deadline.After(s.until) {
			deadline = s.until
		}
		_ = s.control.SetReadDeadline(deadline)
	}
	n, err := s.ReadCloser.Read(p)
	s.left -= n
	if errors.Is(err, io.EOF) { // from now on the connection is only watched for its end
		_ = s.control.SetReadDeadline(s.until)
	}
	return n, err
}

// receive copies a body, and no more than a byte beyond most.
func receive(to io.Writer, body io.Reader, most int64) (int64, error) {
	return io.Copy(to, io.LimitReader(body, most+1))
}

// isBodyError reports whether a body could not be received for a reason of the server's.
func isBodyError(err error) bool {
	kind := vigil.KindOf(err)
	return kind == vigil.RateLimited || kind == vigil.Unavailable
}

// refuseBody prepares an answer to a request whose body was not read to its end: the
// rest is not waited for, and whoever cannot send it now is told when to try again.
func refuseBody(w http.ResponseWriter, err error) {
	w.Header().Set("Connection", "close")
	if vigil.KindOf(err) == vigil.RateLimited {
		w.Header().Set("Retry-After", "5")
	}
}

// readIntoMemory reads r to its end, at most a byte beyond most, within the memory that
// bodies may take. It stays the request's until that has ended.
func (a *API) readIntoMemory(r *request, from io.Reader, most int64) ([]byte, error) {
	return io.ReadAll(io.LimitReader(readerFunc(func(p []byte) (int, error) {
		n, err := from.Read(p)
		if failed := a.memory.Take(r.team(), int64(n)); failed != nil {
			return 0, failed
		}
		r.memory += int64(n)
		return n, err
	}), most+1))
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
