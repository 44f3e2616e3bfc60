package httpapi

import (
	"context"
	"errors"
	"net/http"

	"vigil"
	"vigil/api"
)

// kinds is how each kind of error looks from outside.
var kinds = map[vigil.Kind]struct {
	status int
	typ    string
}{
	vigil.Internal:        {http.StatusInternalServerError, "api_error"},
	vigil.Invalid:         {http.StatusBadRequest, "invalid_request_error"},
	vigil.Unauthenticated: {http.StatusUnauthorized, "authentication_error"},
	vigil.Forbidden:       {http.StatusForbidden, "permission_error"},
	vigil.NotFound:        {http.StatusNotFound, "not_found_error"},
	vigil.NotAllowed:      {http.StatusMethodNotAllowed, "invalid_request_error"},
	vigil.Conflict:        {http.StatusConflict, "invalid_request_error"},
	vigil.InUse:           {http.StatusConflict, "idempotency_error"},
	vigil.Refused:         {http.StatusUnprocessableEntity, "invalid_request_error"},
	vigil.Reused:          {http.StatusUnprocessableEntity, "idempotency_error"},
	vigil.TooLarge:        {http.StatusRequestEntityTooLarge, "invalid_request_error"},
	vigil.Unsupported:     {http.StatusUnsupportedMediaType, "invalid_request_error"},
	vigil.RateLimited:     {http.StatusTooManyRequests, "rate_limit_error"},
	vigil.Unreachable:     {http.StatusBadGateway, "api_error"},
	vigil.Unavailable:     {http.StatusServiceUnavailable, "api_error"},
}

// statusGone is what the log shows when the caller hung up: nobody sees the answer.
const statusGone = 499

// writeError answers with err. It is the only place where an error becomes an
// answer: one without a kind is ours, and its text goes to the log alone.
func (a *API) writeError(w http.ResponseWriter, r *request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		w.WriteHeader(statusGone)
		return
	}
	e, known := errors.AsType[*vigil.Error](err)
	if !known {
		e = &vigil.Error{Code: "internal_error", Message: "Internal error. If it persists, look up the request id in the server log."}
	}
	switch e.Kind {
	case vigil.Internal:
		a.log.ErrorContext(r.Context(), "request failed", "request_id", r.id, "route", r.route, "err", err)
	case vigil.Unavailable:
		a.log.WarnContext(r.Context(), "database unavailable", "request_id", r.id, "route", r.route, "err", err)
		w.Header().Set("Retry-After", "5")
	case vigil.RateLimited:
		switch {
		case e.Code == "quota_exceeded":
			a.countRefusal(w.Header(), vigil.Quota(e.Param))
		case w.Header().Get("Retry-After") == "": // nobody knows better
			w.Header().Set("Retry-After", "5")
		}
	case vigil.Unauthenticated:
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	kind := kinds[e.Kind]
	body, err := encode(nil, api.ErrorBody{Error: api.Error{
		Type: kind.typ, Code: e.Code, Message: e.Message, Param: e.Param,
		DocURL: a.baseURL(r) + "/docs/errors#" + e.Code, RequestID: r.id,
	}})
	if err != nil { // cannot be: it is all strings
		panic(err)
	}
	sendJSON(w, kind.status, body)
}

// baseURL is where the caller reaches this server.
func (a *API) baseURL(r *request) string {
	switch {
	case a.publicURL != "":
		return a.publicURL
	case r.Host == "":
		return ""
	case r.TLS != nil:
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
