package store

import (
	"cmp"
	"context"
	"slices"

	"vigil"
)

// walkRows is how many rows an index walk tests at most before all matches are gathered instead. After
// a quarter of them it is given up if too few matched to fill the page that way.
var walkRows = 8000 // a variable for the sake of tests

// kindTest is a test that a column has one of many texts. A database takes longer to prepare such
// a list than to read the few rows of a branch.
type kindTest struct {
	column string
	values []string
}

// tested reports whether not all rows of the branches match.
func (p plan) tested() bool { return len(p.tests)+len(p.kinds) > 0 }

// candidate is a row met by a branch.
type candidate struct {
	at     vigil.Position
	passes int64 // 1: the tests
}

// walk is the state of a branch.
type walk struct {
	conditions []condition
	last       *vigil.Position // nil: nowhere yet
	over       bool
}

// mergePage reads a page by a k-way merge of the branches, each walked only as far as needed. It
// reports false if it gave up because too few rows match.
func mergePage[T any](ctx context.Context, room []T, q querier, p plan, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (l List[T], whole bool, err error) {
	err = snapshot(ctx, q, func(q querier) error {
		var keys []vigil.Position
		if keys, whole, err = p.merge(ctx, q, page); err != nil || !whole || len(keys) == 0 {
			return err
		}
		if len(keys) > page.Limit {
			l.Next = &keys[page.Limit-1]
			keys = keys[:page.Limit]
		}
		l.Items, err = readRows(ctx, room, q, p, keys, id, scan)
		return err
	})
	return l, whole, err
}

// merge returns the keys of the page and one more. It reports false if it gave up.
func (p plan) merge(ctx context.Context, q querier, page vigil.Page) ([]vigil.Position, bool, error) {
	want := page.Limit + 1
	walks := make([]*walk, max(len(p.branches), 1))
	for i := range walks {
		walks[i] = &walk{last: page.After}
		if len(p.branches) > 0 {
			walks[i].conditions = p.branches[i]
		}
	}
	compare := func(a, b vigil.Position) int {
		c := cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Text, b.Text), cmp.Compare(a.ID, b.ID))
		if page.Desc {
			return -c
		}
		return c
	}
	passed, err := p.keysApart(ctx, q, page)
	if err != nil {
		return nil, false, err
	}
	apart := len(passed)
	behind, looked, patience := walks, 0, walkRows/4
	if p.joins(q) { // tests look up each row, the join does not
		patience = walkRows / 16
	}
	for step := max(8, 2*want/len(walks)); ; step *= 4 {
		switch {
		case !p.tested():
			step = min(step, want) // no branch has more on the page
		case p.gather != nil:
			step = max(min(step, (walkRows-looked)/len(behind)), 1)
		}
		found, n, err := p.walkOn(ctx, q, page, behind, step)
		if err != nil {
			return nil, false, err
		}
		looked += n
		passed = append(passed, found...)
		slices.SortFunc(passed, compare)
		// A branch continues until it is past the end of the page.
		behind = slices.DeleteFunc(slices.Clone(walks), func(w *walk) bool {
			return w.over || len(passed) >= want && compare(*w.last, passed[want-1]) >= 0
		})
		switch {
		case len(behind) == 0:
			return passed[:min(len(passed), want)], true, nil
		case p.gather != nil && looked >= patience && (looked >= walkRows || (len(passed)-apart)*walkRows < want*looked):
			return nil, false, nil
		}
	}
}

// walkOn continues some branches by up to most rows each. It returns the keys that pass the tests
// and the number of rows read.
func (p plan) walkOn(ctx context.Context, q querier, page vigil.Page, walks []*walk, most int) (passed []vigil.Position, looked int, err error) {
	from := p.source()
	kinds := make([]string, len(p.kinds)) // of the row
	wanted := make([]map[string]bool, len(p.kinds))
	for k, test := range p.kinds {
		wanted[k] = make(map[string]bool, len(test.values))
		for _, v := range test.values {
			wanted[k][v] = true
		}
	}
	steps := make([]*sqlText, len(walks))
	for i, w := range walks {
		t := new(sqlText)
		t.add("SELECT " + p.sort + ", " + p.id)
		if len(p.tests) > 0 {
			t.conditions(", CASE WHEN ", p.tests)
			t.add(" THEN 1 ELSE 0 END")
		} else {
			t.add(", 1")
		}
		for _, test := range p.kinds {
			t.add(", " + test.column)
		}
		t.add(" FROM ")
		t.add(from.sql, from.args...)
		on := page
		on.After = w.last
		t.where(p.where, w.conditions, p.behind(p.sort, on))
		t.orderBy(p.sort, p.id, page, most)
		steps[i] = t
	}
	err = queryEach(ctx, q, steps, func(i int, rs rows) error {
		var c candidate
		n := 0
		key := any(&c.at.Number)
		if p.textual {
			key = &c.at.Text
		}
		dest := []any{key, (*string)(&c.at.ID), &c.passes}
		for k := range kinds {
			dest = append(dest, &kinds[k])
		}
		for ; rs.Next(); n++ {
			if err := rs.Scan(dest...); err != nil {
				return err
			}
			for k, kind := range kinds {
				if !wanted[k][kind] {
					c.passes = 0
				}
			}
			if c.passes == 1 {
				passed = append(passed, c.at)
			}
		}
		if n > 0 {
			at := c.at
			walks[i].last = &at
		}
		walks[i].over = n < most
		looked += n
		return rs.Err()
	})
	return passed, looked, err
}

// readRows reads the rows of keys, in the order of the keys.
func readRows[T any](ctx context.Context, room []T, q querier, p plan, keys []vigil.Position, id func(T) vigil.ID, scan scanner[T]) ([]T, error) {
	place := make(map[vigil.ID]int, len(keys))
	ids := make([]vigil.ID, len(keys))
	for i, k := range keys {
		place[k.ID], ids[i] = i, k.ID
	}
	t := new(sqlText)
	t.add("SELECT " + p.columns + " FROM " + p.table + p.join)
	t.where([]condition{anyOf(p.tableID(), ids)})
	rs, err := q.query(ctx, t.String(), t.args...)
	items, err := collectInto(room, rs, err, scan())
	slices.SortFunc(items, func(a, b T) int { return place[id(a)] - place[id(b)] })
	return items, err
}

// snapshot runs fn in a read transaction, or in the current one.
func snapshot(ctx context.Context, q querier, fn func(querier) error) error {
	if d, ok := q.(interface {
		snapshot(ctx context.Context, fn func(querier) error) error
	}); ok {
		return d.snapshot(ctx, fn)
	}
	return fn(q)
}

// readsInOrder reports whether gathering should read rows in the direction of the page. SQLite
// gains by it; PostgreSQL has a heap for the first rows, and might sort all rows for it.
func readsInOrder(q querier) bool {
	o, ok := q.(interface{ readsInOrder() bool })
	return ok && o.readsInOrder()
}

// queryEach runs statements and calls read with the rows of each. PostgreSQL gets them as one
// batch.
func queryEach(ctx context.Context, q querier, statements []*sqlText, read func(i int, rs rows) error) error {
	if b, ok := q.(interface {
		queryEach(ctx context.Context, statements []*sqlText, read func(i int, rs rows) error) error
	}); ok {
		return b.queryEach(ctx, statements, read)
	}
	for i, t := range statements {
		rs, err := q.query(ctx, t.String(), t.args...)
		if err == nil {
			err = read(i, rs)
			rs.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
