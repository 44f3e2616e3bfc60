package httpapi

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/spool"
	"vigil/internal/store"
)

// request is a request under way, with what has been found out about it.
type request struct {
	*http.Request
	id         string
	began      time.Time
	route      string // such as "GET /scans/{id}", for logs and metrics
	key        vigil.Key
	repository repositoryRef // for routes of a repository: the one that the path names
	raw        []byte        // the body, once read
	memory     int64         // bytes of bodies that it holds, of those that all may
	spooled    *spool.Body   // where a body goes that is too long for memory

	caller context.Context // ends when the caller goes away
}

// limitTime gives the work from here on requestTimeout.
func (r *request) limitTime() context.CancelFunc {
	ctx, cancel := context.WithTimeout(r.caller, requestTimeout)
	r.Request = r.WithContext(ctx)
	return cancel
}

// requestKey is where the request stands in its context: http.ServeMux lies
// between where it is made and where it is used.
type requestKey struct{}

func requestOf(r *http.Request) *request {
	out, _ := r.Context().Value(requestKey{}).(*request)
	out.Request = r
	return out
}

func (r *request) team() vigil.TeamID { return r.key.Team.ID }

// require returns an error unless the caller's key has the permission p.
func (r *request) require(p vigil.Permission) error {
	if p == "" || r.key.Allows(p) {
		return nil
	}
	return &vigil.Error{Kind: vigil.Forbidden, Code: "permission_denied",
		Message: "This API key lacks the permission " + string(p) + "."}
}

// pathID returns the id in the path. A malformed one is not found, like any
// other that does not exist.
func (r *request) pathID(noun string) (vigil.ID, error) { return r.pathIDNamed("id", noun) }

func (r *request) pathIDNamed(name, noun string) (vigil.ID, error) {
	id, ok := vigil.ParseID(r.PathValue(name))
	if !ok {
		return "", vigil.MissingError(noun)
	}
	return id, nil
}

// onlyID is pathID for a request that takes no parameters.
func (r *request) onlyID(noun string) (vigil.ID, error) {
	if err := r.query().Done(); err != nil {
		return "", err
	}
	return r.pathID(noun)
}

// answer is what a handler has to say: a value to be shown as JSON, bytes or a file.
type answer struct {
	status int
	value  any
	raw    []byte            // instead of value, with header
	header map[string]string // of raw
	file   *file             // instead of value
	replay any               // what a replay shows instead of value, if that must differ
	sent   func()            // called when a reader's answer is sent; nil: nothing to do
}

func ok(value any) answer      { return answer{status: http.StatusOK, value: value} }
func created(value any) answer { return answer{status: http.StatusCreated, value: value} }

// A reader answers a request that changes nothing.
type reader func(r *request) (answer, error)

// A writer reads and validates a request that changes something, and returns the
// change. It changes nothing itself: the body is complete before a transaction is
// opened, so that a slow client never holds the database.
type writer func(r *request) (change, error)

// change is everything that a request does beyond reading its input, in the order in
// which serveChange does it. A replay under an idempotency key does none of it.
type change struct {
	// digest stands for the body where two requests are compared, for bodies that
	// are not JSON in memory. Nil: the JSON body itself.
	digest []byte
	// before does what apply needs and a transaction must not wait for, such as calls to
	// other servers. Requests that race on one idempotency key may all run it. May be nil.
	before func(ctx context.Context) error
	// discard undoes before, if the change is not made after all. It must have no effect on one
	// that was made: the answer to a commit may be lost. May be nil.
	discard func(ctx context.Context) error
	// apply makes the change, in a transaction that also keeps its answer. The store may
	// run it more than once.
	apply func(ctx context.Context, tx *store.Tx) (answer, error)
	// after waits, once the change is committed, until it has taken effect on all
	// servers. May be nil.
	after func(ctx context.Context) error
}

// A streamer answers bit by bit, for as long as the caller listens. An error it
// returns is answered as long as nothing else was.
type streamer func(w http.ResponseWriter, r *request) error

// route is a line of the list of routes.
type route struct {
	pattern    string // method and path as in the contract
	permission vigil.Permission
	read       reader
	write      writer
	stream     streamer
	noBody     bool          // a writer that takes no JSON
	mayBeEmpty bool          // a writer for which no body is as good as {}
	sending    time.Duration // how long the body may take, if longer than usual
}

// methods is what can be done with one path.
type methods map[string]route

// serve answers a request whose path is known: route, rate, permission, headers.
func (a *API) serve(w http.ResponseWriter, r *request, ms methods) {
	err := func() error {
		method := r.Method
		if method == http.MethodHead {
			method = http.MethodGet
		}
		route, known := ms[method]
		if !known {
			a.limiter.count(w.Header(), r.key.ID, r.began)
			return ms.refuse(w, r)
		}
		r.route = route.pattern
		if err := a.limiter.Take(w.Header(), r.key.ID, r.began); err != nil {
			return err
		}
		if err := r.require(route.permission); err != nil {
			return err
		}
		if route.write != nil {
			return a.serveChange(w, r, route)
		}
		if route.stream != nil {
			return route.stream(w, r)
		}
		out, err := route.read(r)
		if out.sent != nil {
			defer out.sent()
		}
		if err != nil {
			return err
		}
		if out.file != nil && r.Method == http.MethodHead {
			out.file.write = func(io.Writer) error { return nil } // nobody would see it
		}
		return out.send(w)
	}()
	if err != nil {
		a.writeError(w, r, err)
	}
}

// refuse is the error for a method that is not among ms.
func (ms methods) refuse(w http.ResponseWriter, r *request) error {
	var names []string
	for name := range ms {
		names = append(names, name)
		if name == http.MethodGet {
			names = append(names, http.MethodHead)
		}
	}
	slices.Sort(names)
	allowed := strings.Join(names, ", ")
	w.Header().Set("Allow", allowed)
	return &vigil.Error{Kind: vigil.NotAllowed, Code: "method_not_allowed",
		Message: fmt.Sprintf("%s is not possible here, only %s.", r.Method, allowed)}
}

func (out answer) send(w http.ResponseWriter) error {
	if out.file != nil {
		out.file.send(w)
		return nil
	}
	if out.header != nil {
		for name, value := range out.header {
			w.Header().Set(name, value)
		}
		if out.status == http.StatusNotModified {
			w.WriteHeader(out.status)
			return nil
		}
		sendBytes(w, out.status, out.raw)
		return nil
	}
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	body, err := encode((*b)[:0], out.value)
	if err != nil {
		return err
	}
	*b = body // it may have grown
	sendJSON(w, out.status, body)
	return nil
}

// buffers are used again for answers: a page of a list is some ten kilobytes.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// encode appends a value to b as JSON, with a new line.
func encode(b []byte, value any) ([]byte, error) {
	b, err := api.Encode(b, value)
	if err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return append(b, '\n'), nil
}

func sendJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	sendBytes(w, status, body)
}

// sendBytes ends an answer. What the network does with it is no longer ours to
// mend, so there is no error.
func sendBytes(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
