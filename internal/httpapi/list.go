package httpapi

import (
	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/store"
)

func (r *request) query() *listquery.Query { return listquery.Parse(r.URL.RawQuery) }

// page takes limit, sort, order and cursor of the list that the path names.
func (r *request) page(q *listquery.Query, sorts []string) (vigil.Page, listquery.Cursor) {
	return q.Page(listquery.List{Name: string(r.team()) + r.URL.EscapedPath(), Sorts: sorts}, q.Limit())
}

// listAnswer shows a page, each item by show.
func listAnswer[T, W any](l store.List[T], cursor listquery.Cursor, show func(T) W) answer {
	data := make([]W, len(l.Items))
	for i, item := range l.Items {
		data[i] = show(item)
	}
	return pageAnswer(data, l.Next, cursor)
}

// pageAnswer shows items as a page behind which the list goes on at next.
func pageAnswer[W any](data []W, next *vigil.Position, cursor listquery.Cursor) answer {
	if next == nil {
		return ok(api.NewList(data, ""))
	}
	return ok(api.NewList(data, cursor.Encode(*next)))
}
