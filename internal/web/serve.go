package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"vigil"
	"vigil/internal/store"
)

// route is an entry of the list of pages.
type route struct {
	pattern    string
	permission vigil.Permission // empty: no permission needed
	show       func(r *request) (page, error)
	// change parses a form and returns its effect, which runs in a transaction and returns the
	// page to redirect to.
	change func(r *request) (effect, error)
	// create is change for what is shown once: its effect returns the page.
	create func(r *request) (showing, error)
}

type showing func(ctx context.Context, tx *store.Tx) (page, error)

type effect func(ctx context.Context, tx *store.Tx) (next string, err error)

// request is a request with a session.
type request struct {
	*http.Request
	key vigil.Key
}

func (r *request) team() vigil.TeamID { return r.key.Team.ID }

// id returns the ID in the path. A malformed one is not found, like one that does not exist.
func (r *request) id(noun string) (vigil.ID, error) {
	id, ok := vigil.ParseID(r.PathValue("id"))
	if !ok {
		return "", vigil.MissingError(noun)
	}
	return id, nil
}

// maxForm limits the size of a form: 250 IDs and a long reason fit.
const maxForm = 256 << 10

// serve authenticates, authorizes, and answers a request for a page of the dashboard.
func (s *site) serve(w http.ResponseWriter, hr *http.Request, route route) {
	key, err := s.signedIn(hr)
	if vigil.KindOf(err) == vigil.Unauthenticated && hr.Method != http.MethodPost {
		http.Redirect(w, hr, "/sign-in?"+url.Values{"next": {hr.URL.RequestURI()}}.Encode(), http.StatusSeeOther)
		return
	}
	r := &request{Request: hr, key: key}
	if err == nil {
		err = s.limit(w.Header(), key.ID, time.Now())
	}
	if err == nil && route.permission != "" && !key.Allows(route.permission) {
		err = &vigil.Error{Kind: vigil.Forbidden, Message: "Your key lacks the permission " + string(route.permission) + "."}
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if route.show != nil {
		p, err := route.show(r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		p.Key = key
		show(w, http.StatusOK, p.view, p)
		return
	}
	var p page
	if route.create != nil {
		create := route.create
		route.change = func(r *request) (effect, error) {
			do, err := create(r)
			return func(ctx context.Context, tx *store.Tx) (_ string, err error) {
				p, err = do(ctx, tx)
				return "", err
			}, err
		}
	}
	next, err := s.change(w, r, route)
	switch {
	case err != nil:
		s.fail(w, r, err)
	case route.create != nil:
		p.Key = key
		show(w, http.StatusOK, p.view, p)
	default:
		http.Redirect(w, hr, next, http.StatusSeeOther)
	}
}

// change handles a submitted form.
func (s *site) change(w http.ResponseWriter, r *request, route route) (next string, err error) {
	if err := s.readForm(w, r.Request); err != nil {
		return "", err
	}
	do, err := route.change(r)
	if err != nil {
		return "", err
	}
	err = s.store.Write(r.Context(), func(tx *store.Tx) (err error) {
		next, err = do(r.Context(), tx)
		return err
	})
	return next, err
}

// readForm parses a form that one of our own pages sent. Browsers send the origin in one of two
// headers; a request without both is refused (CSRF).
func (s *site) readForm(w http.ResponseWriter, r *http.Request) error {
	if err := s.crossOrigin.Check(r); err != nil || r.Header.Get("Sec-Fetch-Site") == "" && r.Header.Get("Origin") == "" {
		return &vigil.Error{Kind: vigil.Forbidden, Message: "This form was not sent by a page of Vigil. Open the page here and send it again.", Err: err}
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		if _, is := errors.AsType[*http.MaxBytesError](err); is {
			return &vigil.Error{Kind: vigil.TooLarge, Message: "That was too much at once."}
		}
		return &vigil.Error{Kind: vigil.Invalid, Message: "This form cannot be read.", Err: err}
	}
	return nil
}

// statuses maps kinds of errors to HTTP statuses.
var statuses = map[vigil.Kind]int{
	vigil.Invalid: http.StatusBadRequest, vigil.Unauthenticated: http.StatusUnauthorized, vigil.Forbidden: http.StatusForbidden,
	vigil.NotFound: http.StatusNotFound, vigil.Conflict: http.StatusConflict, vigil.TooLarge: http.StatusRequestEntityTooLarge,
	vigil.RateLimited: http.StatusTooManyRequests, vigil.Unavailable: http.StatusServiceUnavailable,
}

// failure is the data of the error page.
type failure struct{ Message, RequestID string }

// fail shows an error. Internal errors are logged, and the page shows only the request ID.
func (s *site) fail(w http.ResponseWriter, r *request, err error) {
	status, known := statuses[vigil.KindOf(err)]
	f := failure{Message: "Something went wrong on the server. Its log says more."}
	title := "Request failed"
	if e, is := errors.AsType[*vigil.Error](err); known && is {
		f.Message = e.Message
	} else {
		status = http.StatusInternalServerError
	}
	if status >= http.StatusInternalServerError {
		f.RequestID = w.Header().Get("X-Request-Id")
		s.log.ErrorContext(r.Context(), "page", "request_id", f.RequestID, "err", err)
	}
	switch status {
	case http.StatusNotFound:
		title = "Page not found"
	case http.StatusTooManyRequests:
		title = "Too many requests"
	}
	show(w, status, "failure", page{Title: title, Key: r.key, Content: f})
}
