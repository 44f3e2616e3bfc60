package web

import (
	"encoding/base64"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vigil"
	"vigil/internal/store"
)

// query is the query string of a page. Forms send fields that nobody filled in, so an
// empty value is none. The first thing wrong is kept in err.
type query struct {
	values url.Values
	err    error
}

func (q *query) invalid(name, format string, args ...any) {
	if q.err == nil {
		q.err = vigil.InvalidError(name, format, args...)
	}
}

// all returns the values of a parameter, separated by commas or repeated.
func (q *query) all(name string) (out []string) {
	for _, value := range q.values[name] {
		if !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
			q.invalid(name, "must be text")
			return nil
		}
		for part := range strings.SplitSeq(value, ",") {
			if part = strings.TrimSpace(part); part != "" && !slices.Contains(out, part) {
				out = append(out, part)
			}
		}
	}
	const most = 50 // as in the API
	if len(out) > most {
		q.invalid(name, "must have at most %d values", most)
	}
	return out
}

func (q *query) one(name string) string {
	if all := q.all(name); len(all) > 0 {
		return all[0]
	}
	return ""
}

// choices are those of the values that are allowed; another one is wrong.
func choices[T ~string](q *query, name string, allowed []T) (out []T) {
	for _, s := range q.all(name) {
		if !slices.Contains(allowed, T(s)) {
			q.invalid(name, "must be one or more of %v", allowed)
		}
		out = append(out, T(s))
	}
	return out
}

func (q *query) id(name string) vigil.ID {
	s := q.one(name)
	id, ok := vigil.ParseID(s)
	if s != "" && !ok {
		q.invalid(name, "must be an id")
	}
	return id
}

func (q *query) number(name string) int64 {
	s := q.one(name)
	if s == "" {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 {
		q.invalid(name, "must be a number from 1 on")
	}
	return n
}

// day takes a date, or a time.
func (q *query) day(name string) time.Time {
	s := q.one(name)
	if s == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t, err = time.Parse(time.RFC3339, s)
	}
	if err != nil || t.Year() < 1970 || t.Year() > 9999 {
		q.invalid(name, "must be a date such as 2026-11-15")
	}
	return t
}

// severity takes levels, and a number that is the lowest score wanted.
func (q *query) severity() (levels []vigil.Level, lowest vigil.Score) {
	for _, s := range q.all("severity") {
		f, err := strconv.ParseFloat(s, 64)
		switch {
		case vigil.Level(s).Valid():
			levels = append(levels, vigil.Level(s))
		case err == nil && f >= 0 && f <= 10:
			lowest = max(lowest, vigil.Score(math.Ceil(math.Round(f*1e6)/1e5)))
		default:
			q.invalid("severity", "must be some of %v, or a number from 0 to 10", vigil.Levels)
		}
	}
	return levels, lowest
}

// pageSize is how many entries of a list are on a page.
const pageSize = 50

// page takes sort, order and cursor.
func (q *query) page(sorts []string) vigil.Page {
	p := vigil.Page{Limit: pageSize, Sort: sorts[0], Desc: q.one("order") != "asc"}
	if s := choices(q, "sort", sorts); len(s) > 0 {
		p.Sort = s[0]
	}
	if order := q.one("order"); order != "" && order != "asc" && order != "desc" {
		q.invalid("order", "must be asc or desc")
	}
	if c := q.values.Get("cursor"); c != "" {
		at, ok := decodePosition(c)
		if !ok {
			q.invalid("cursor", "is none: start again without it")
		}
		p.After = at
	}
	return p
}

// with returns the query with some parameters set, or taken away if the value is empty.
// The cursor goes away unless it is set: it belongs to one order of one list.
func (q *query) with(pairs ...string) string {
	values := url.Values{}
	for name, all := range q.values {
		if name != "cursor" && name != "triaged" {
			values[name] = slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "" })
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if values.Del(pairs[i]); pairs[i+1] != "" {
			values.Set(pairs[i], pairs[i+1])
		}
	}
	if len(values) == 0 {
		return "?"
	}
	return "?" + values.Encode()
}

// pager is what a list shows below it and in its header.
type pager struct {
	q    *query
	page vigil.Page
	next *vigil.Position
}

func pagerOf[T any](q *query, page vigil.Page, l store.List[T]) pager {
	return pager{q, page, l.Next}
}

// Next is the query of the next page, empty if this is the last.
func (p pager) Next() string {
	if p.next == nil {
		return ""
	}
	return p.q.with("cursor", encodePosition(*p.next))
}

// First is the query of the first page, empty if this is it.
func (p pager) First() string {
	if p.page.After == nil {
		return ""
	}
	return p.q.with()
}

// Sort is the query of the same list in another order: by a column, from the top, or the
// other way if it is so already.
func (p pager) Sort(column string) string {
	order := "desc"
	if p.page.Sort == column && p.page.Desc {
		order = "asc"
	}
	return p.q.with("sort", column, "order", order)
}

// Order says how a column is sorted, in the words of aria-sort.
func (p pager) Order(column string) string {
	switch {
	case p.page.Sort != column:
		return "none"
	case p.page.Desc:
		return "descending"
	}
	return "ascending"
}

// A position travels as text. It grants nothing: the list is the reader's own.
func encodePosition(p vigil.Position) string {
	text := "n" + strconv.FormatInt(p.Number, 10)
	if p.Text != "" {
		text = "t" + p.Text
	}
	return base64.RawURLEncoding.EncodeToString([]byte(string(p.ID) + text))
}

func decodePosition(s string) (*vigil.Position, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil || len(raw) <= vigil.IDLength {
		return nil, false
	}
	id, ok := vigil.ParseID(string(raw[:vigil.IDLength]))
	p := &vigil.Position{ID: id}
	kind, rest := raw[vigil.IDLength], string(raw[vigil.IDLength+1:])
	if kind == 't' {
		p.Text = rest
		return p, ok && utf8.ValidString(rest) && !strings.ContainsRune(rest, 0)
	}
	p.Number, err = strconv.ParseInt(rest, 10, 64)
	return p, ok && kind == 'n' && err == nil
}

// queryOf reads a query that a page of ours sent along.
func queryOf(text string) (*query, error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, &vigil.Error{Kind: vigil.Invalid, Message: "This form cannot be read.", Err: err}
	}
	return &query{values: values}, nil
}
