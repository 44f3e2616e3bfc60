package web

import (
	"net/url"
	"slices"

	"vigil"
	"vigil/internal/listquery"
	"vigil/internal/store"
)

// query is the query string of a list: the current parameters, and links to the same list with
// some of them changed.
type query struct {
	*listquery.Query
	values  url.Values
	triaged string // for a notice only; not part of the list
}

func newQuery(values url.Values) *query {
	q := &query{values: values, triaged: values.Get("triaged")}
	values.Del("triaged")
	q.Query = listquery.NewForm(values)
	return q
}

func (r *request) query() *query { return newQuery(r.URL.Query()) }

// pageSize is the number of entries on a page of a list.
const pageSize = 50

// page parses sort, order, and cursor of the list that the path names. ascending is the one
// sort column, if any, that ascends by default.
func (r *request) page(q *query, sorts []string, ascending string) pager {
	list := listquery.List{Name: string(r.team()) + r.URL.EscapedPath(), Sorts: sorts, Ascending: ascending}
	p := pager{q: q}
	p.page, p.cursor = q.Page(list, pageSize)
	return p
}

// with returns the query with some parameters set, or removed if the value is empty. The cursor
// is removed unless set: it belongs to one order of one list.
func (q *query) with(pairs ...string) string {
	values := url.Values{}
	for name, all := range q.values {
		if name != "cursor" {
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

// pager is the state of a list's sortable header and page links.
type pager struct {
	q      *query
	page   vigil.Page
	cursor listquery.Cursor
	next   *vigil.Position
}

// of returns the pager of a page that was read.
func of[T any](p pager, l store.List[T]) pager {
	p.next = l.Next
	return p
}

// Next returns the query of the next page, or "" on the last.
func (p pager) Next() string {
	if p.next == nil {
		return ""
	}
	return p.q.with("cursor", p.cursor.Encode(*p.next))
}

// First returns the query of the first page, or "" on it.
func (p pager) First() string {
	if p.page.After == nil {
		return ""
	}
	return p.q.with()
}

// Sort returns the query of the same list sorted by a column, descending first, or reversed if
// it is sorted by it already.
func (p pager) Sort(column string) string {
	order := "desc"
	if p.page.Sort == column && p.page.Desc {
		order = "asc"
	}
	return p.q.with("sort", column, "order", order)
}

// Order returns the aria-sort value of a column.
func (p pager) Order(column string) string {
	switch {
	case p.page.Sort != column:
		return "none"
	case p.page.Desc:
		return "descending"
	}
	return "ascending"
}

// queryOf parses a query that one of our pages sent along.
func queryOf(text string) (*query, error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, &vigil.Error{Kind: vigil.Invalid, Message: "This form cannot be read.", Err: err}
	}
	return newQuery(values), nil
}
