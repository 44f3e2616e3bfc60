package web

import (
	"net/url"
	"slices"

	"vigil"
	"vigil/internal/listquery"
	"vigil/internal/store"
)

// query is the query string of a list: what was asked for, and links to the same list with
// some of it changed.
type query struct {
	*listquery.Query
	values  url.Values
	triaged string // how many were just triaged: a notice, and no part of what the list is
}

func newQuery(values url.Values) *query {
	q := &query{values: values, triaged: values.Get("triaged")}
	values.Del("triaged")
	q.Query = listquery.NewForm(values)
	return q
}

func (r *request) query() *query { return newQuery(r.URL.Query()) }

// pageSize is how many entries of a list are on a page.
const pageSize = 50

// page takes sort, order and cursor of the list that the path names. ascending is the sort
// that ascends unless told otherwise, if there is one.
func (r *request) page(q *query, sorts []string, ascending string) pager {
	list := listquery.List{Name: string(r.team()) + r.URL.EscapedPath(), Sorts: sorts, Ascending: ascending}
	p := pager{q: q}
	p.page, p.cursor = q.Page(list, pageSize)
	return p
}

// with returns the query with some parameters set, or taken away if the value is empty.
// The cursor goes away unless it is set: it belongs to one order of one list.
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

// pager is what a list shows below it and in its header.
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

// Next is the query of the next page, empty if this is the last.
func (p pager) Next() string {
	if p.next == nil {
		return ""
	}
	return p.q.with("cursor", p.cursor.Encode(*p.next))
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

// queryOf reads a query that a page of ours sent along.
func queryOf(text string) (*query, error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, &vigil.Error{Kind: vigil.Invalid, Message: "This form cannot be read.", Err: err}
	}
	return newQuery(values), nil
}
