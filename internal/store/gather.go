package store

import (
	"context"
	"errors"
	"fmt"

	"vigil"
)

// gathering selects all matching rows.
type gathering struct {
	from  condition
	where []condition
	tests []condition // hold too, after where
	sort  string      // the column to sort by, if not that of the plan
	// sampled: there are many rows, and most may match. See cutoff.
	sampled bool
	// order is the order of the index that is read, where it is likely to resemble that of the
	// page. SQLite keeps the first rows of the page in a tree: rows that come in reverse would each
	// replace another, which takes several times as long as reading them.
	order []string
	// join reads many rows faster than SQLite joins them. May be nil.
	join *joining
}

// allRows is a limit that is never reached. With a limit, SQLite does not drop the order of a
// subquery.
const allRows = 1_000_000_000

// hiddenSort is the sort key as an expression, so that no database walks its index.
func (p plan) hiddenSort() string {
	if p.textual {
		return p.sort + " || ''"
	}
	return p.sort + " + 0"
}

// gatherText returns the statement that selects all matching rows and keeps those of the page.
// Rows are read in the direction of the page if inOrder.
func (p plan) gatherText(page vigil.Page, inOrder bool) *sqlText {
	hidden := p.hiddenSort()
	t := new(sqlText)
	t.add("SELECT " + p.columns + p.key("page.sort_key") + " FROM (")
	inOrder = inOrder && p.gather.order != nil
	if inOrder {
		t.add("SELECT sort_key, id FROM (")
	}
	t.add("SELECT " + hidden + " AS sort_key, " + p.id + " AS id FROM ")
	t.add(p.gather.from.sql, p.gather.from.args...)
	t.where(p.gather.where, p.gather.tests, p.behind(hidden, page))
	if inOrder {
		t.orderByAll(p.gather.order, page, allRows)
		t.add(")")
		t.orderBy("sort_key", "id", page, page.Limit+1)
	} else {
		t.orderBy(hidden, p.id, page, page.Limit+1)
	}
	p.endPage(t, page)
	return t
}

// gatherPage reads a page of all that is gathered.
func gatherPage[T any](ctx context.Context, room []T, q querier, p plan, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (List[T], error) {
	if p.gather.sort != "" {
		p.sort, p.keyOf = p.gather.sort, nil
	}
	if p.joins(q) {
		if l, joined, err := joinPage(ctx, room, q, p, page, id, scan); err != nil || joined {
			return l, err
		}
	}
	if p.gather.sampled && readsInOrder(q) {
		return gatherBehind(ctx, room, q, p, page, id, scan)
	}
	return readPage(ctx, room, q, p, p.gatherText(page, readsInOrder(q)), page, id, scan)
}

// keysApart returns the keys of rows that are read apart from the branches, as many as the page
// can have.
func (p plan) keysApart(ctx context.Context, q querier, page vigil.Page) (keys []vigil.Position, err error) {
	if p.apart == nil {
		return nil, nil
	}
	p.sort = p.apart.sort
	hidden := p.hiddenSort()
	t := new(sqlText)
	t.add("SELECT " + hidden + ", " + p.id + " FROM ")
	t.add(p.apart.from.sql, p.apart.from.args...)
	t.where(p.apart.where, p.apart.tests, p.behind(hidden, page))
	t.orderBy(hidden, p.id, page, page.Limit+1)
	rs, err := q.query(ctx, t.String(), t.args...)
	return collect(rs, err, func(r row) (at vigil.Position, err error) {
		return at, r.Scan(&at.Number, (*string)(&at.ID))
	})
}

// sampleRows is of how many rows the cutoff of a page is found.
var sampleRows = 10_000 // a variable for the sake of tests

// gatherBehind gathers a page of many rows, most of which may match. The page of the first rows
// has a last row, and no row behind it can be on the page of all of them: comparing with it is
// cheaper than the tests and the sort.
func gatherBehind[T any](ctx context.Context, room []T, q querier, p plan, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (l List[T], err error) {
	err = snapshot(ctx, q, func(q querier) error {
		cutoff, err := p.cutoff(ctx, q, page)
		if err != nil {
			return err
		}
		g := *p.gather
		g.tests = append(cutoff, g.tests...)
		p.gather = &g
		l, err = readPage(ctx, room, q, p, p.gatherText(page, true), page, id, scan)
		return err
	})
	return l, err
}

// cutoff is the condition that a row is not behind the page of the first sampleRows rows; none if
// too few of these match.
func (p plan) cutoff(ctx context.Context, q querier, page vigil.Page) ([]condition, error) {
	hidden := p.hiddenSort()
	t := new(sqlText)
	t.add("SELECT " + hidden + ", " + p.id + " FROM (SELECT * FROM ")
	t.add(p.gather.from.sql, p.gather.from.args...)
	t.where(p.gather.where)
	t.orderByAll(p.gather.order, page, sampleRows)
	t.add(") AS v")
	t.where(p.gather.tests, p.behind(hidden, page))
	t.orderBy(hidden, p.id, page, 1)
	t.add(fmt.Sprintf(" OFFSET %d", page.Limit))
	var last vigil.Position
	err := q.row(ctx, t.String(), t.args...).Scan(&last.Number, (*string)(&last.ID))
	if errors.Is(err, errNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find cutoff: %w", err)
	}
	sign := " >= "
	if page.Desc {
		sign = " <= "
	}
	return []condition{where("(?, ?)"+sign+"("+hidden+", "+p.id+")", last.Number, last.ID)}, nil
}
