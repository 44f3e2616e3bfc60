// Package api is the wire format of Vigil: the JSON of every resource, the list
// envelope, the error body, and event payloads. openapi.yaml next to it is the full
// contract; tests keep the two in sync.
package api

import (
	_ "embed"
	"encoding/json"
	"time"

	"vigil"
)

// OpenAPI is the description of the whole API, in YAML.
//
//go:embed openapi.yaml
var OpenAPI []byte

// List is a page of a list of resources.
type List[T any] struct {
	Object     string     `json:"object"`
	Data       []T        `json:"data"`
	Pagination Pagination `json:"pagination"`
}

// Pagination says whether a list continues. NextCursor is null if and only if HasMore
// is false.
type Pagination struct {
	HasMore    bool    `json:"has_more"`
	NextCursor *string `json:"next_cursor"`
}

// NewList returns a page. next is the cursor of the next page, empty at the end.
func NewList[T any](data []T, next string) List[T] {
	if data == nil {
		data = []T{} // null is no list
	}
	return List[T]{Object: "list", Data: data, Pagination: Pagination{HasMore: next != "", NextCursor: optional(next)}}
}

// Deleted confirms that a resource was deleted.
type Deleted struct {
	Object  string `json:"object"`
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

// ErrorBody is the body of every error response.
type ErrorBody struct {
	Error Error `json:"error"`
}

// Error says what went wrong and what to do about it.
type Error struct {
	Type      string `json:"type"`
	Code      string `json:"code"`
	Message   string `json:"message"`
	Param     string `json:"param,omitempty"`
	DocURL    string `json:"doc_url"`
	RequestID string `json:"request_id"`
}

// TimeFormat is the format of every timestamp: RFC 3339 in UTC, with milliseconds.
const TimeFormat = "2006-01-02T15:04:05.000Z"

func timestamp(t time.Time) string { return t.UTC().Format(TimeFormat) }

// optionalTime is null for the zero time.
func optionalTime(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return optional(timestamp(t))
}

// optional is null for the empty string.
func optional[T ~string](s T) *string {
	if s == "" {
		return nil
	}
	plain := string(s)
	return &plain
}

// decimal writes a score with exactly one decimal, also when that is 0.
func decimal(s vigil.Score) json.Number { return json.Number(s.String()) }
