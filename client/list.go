package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"vigil/api"
)

// list iterates over all pages of a list. It ends with the first error, which comes with the
// zero value.
func list[T any](ctx context.Context, c *Client, path string, query url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		q := url.Values{}
		for name, values := range query {
			q[name] = values
		}
		if q.Get("limit") == "" {
			q.Set("limit", "250")
		}
		for {
			var page api.List[T]
			if err := c.Call(ctx, http.MethodGet, path, q, nil, &page); err != nil {
				yield(zero, err)
				return
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
			if page.Pagination.NextCursor == nil {
				return
			}
			q.Set("cursor", *page.Pagination.NextCursor)
		}
	}
}

// queryOf builds a query from the fields of a filter, named by their tags. Zero values are
// omitted.
func queryOf(filter any) url.Values {
	q := url.Values{}
	v := reflect.ValueOf(filter)
	for i := range v.NumField() {
		field := v.Field(i)
		name := v.Type().Field(i).Tag.Get("query")
		if field.IsZero() {
			continue
		}
		switch value := field.Interface().(type) {
		case string:
			q.Set(name, value)
		case []string:
			q.Set(name, strings.Join(value, ","))
		case int:
			q.Set(name, strconv.Itoa(value))
		case bool:
			q.Set(name, "true")
		case time.Time:
			q.Set(name, value.UTC().Format(time.RFC3339Nano))
		}
	}
	return q
}

// ScanFilter filters a list of scans. The zero value matches all.
type ScanFilter struct {
	Status        []string  `query:"status"`
	Repository    string    `query:"repository"` // full name or ID
	PullRequest   int       `query:"pull_request"`
	CreatedAfter  time.Time `query:"created_after"`
	CreatedBefore time.Time `query:"created_before"`
	Sort          string    `query:"sort"`
	Order         string    `query:"order"`
}

// VulnerabilityFilter filters a list of vulnerabilities. The zero value matches all;
// several values of one field are alternatives.
type VulnerabilityFilter struct {
	Severity      []string  `query:"severity"` // levels, or one number as a minimum
	Status        []string  `query:"status"`
	Type          []string  `query:"type"`
	CWE           []string  `query:"cwe"`
	Repository    []string  `query:"repository"` // full names or IDs
	ScanID        string    `query:"scan_id"`
	PullRequest   int       `query:"pull_request"`
	CreatedAfter  time.Time `query:"created_after"`
	CreatedBefore time.Time `query:"created_before"`
	Expand        []string  `query:"expand"`
	Sort          string    `query:"sort"`
	Order         string    `query:"order"`
}

// EventFilter filters a list of events.
type EventFilter struct {
	Type          []string  `query:"type"`
	CreatedAfter  time.Time `query:"created_after"`
	CreatedBefore time.Time `query:"created_before"`
	Order         string    `query:"order"`
}
