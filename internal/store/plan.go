package store

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"vigil"
)

// A list is read by keyset: the rows behind a position, in the order of an
// index, as many as the page holds. That is fast at any depth as long as an index
// gives the rows in order, and none does for a filter with several values:
// the index on (status, created_at) has the open ones in order and the fixed ones
// in order, but not both together. So such a filter is read as several branches, one
// for each value, each a short walk along the index, and the branches are merged.

// List is one page. Next is the position to go on from, nil if this was the end.
type List[T any] struct {
	Items []T
	Next  *vigil.Position
}

// condition is a piece of a WHERE clause; each ? stands for the next argument.
type condition struct {
	sql  string
	args []any
}

func where(sql string, args ...any) condition { return condition{sql, args} }

// anyOf is a condition that column has one of values.
func anyOf[T ~string](column string, values []T) condition {
	c := condition{sql: column + " IN (?" + strings.Repeat(", ?", len(values)-1) + ")"}
	for _, v := range values {
		c.args = append(c.args, string(v))
	}
	return c
}

// each is a condition for each of values: that column has it.
func each[T ~string](column string, values []T) []condition {
	out := make([]condition, len(values))
	for i, v := range values {
		out[i] = where(column+" = ?", string(v))
	}
	return out
}

// plan says how to read a page.
type plan struct {
	columns  string          // what to select
	from     condition       // the table that is walked, and joins that the conditions need
	join     string          // joins that only columns need
	id       string          // the column that breaks ties
	sort     string          // the column to sort by
	textual  bool            // sort is a text
	keyOf    func(any) int64 // the sort key of an item whose columns hold it; nil: it is read apart
	where    []condition     // hold for each branch
	branches [][]condition   // none: one branch without conditions of its own

	// keysFirst finds the keys of the page before it reads the rows. Several
	// branches are always read so.
	keysFirst bool
}

// maxBranches is how many branches a query may have. Past that, reading them
// costs more than looking at rows in vain, and SQLite has a limit at 500.
const maxBranches = 64

// split makes, out of each branch there is, one for each alternative. With too
// many branches, or no alternative, it leaves all as it is and reports false.
func (p *plan) split(alternatives []condition) bool {
	branches := p.branches
	if len(branches) == 0 {
		branches = [][]condition{nil}
	}
	if len(alternatives) == 0 || len(branches)*len(alternatives) > maxBranches {
		return false
	}
	p.branches = nil
	for _, b := range branches {
		for _, c := range alternatives {
			p.branches = append(p.branches, append(slices.Clone(b), c))
		}
	}
	return true
}

// sqlText builds a statement whose placeholders are numbered as they appear.
type sqlText struct {
	strings.Builder
	args []any
}

func (t *sqlText) add(sql string, args ...any) {
	for _, arg := range args {
		before, after, _ := strings.Cut(sql, "?")
		t.args = append(t.args, arg)
		t.WriteString(before)
		t.WriteByte('$')
		t.WriteString(strconv.Itoa(len(t.args)))
		sql = after
	}
	t.WriteString(sql)
}

func (t *sqlText) where(conditions ...[]condition) {
	word := " WHERE "
	for _, some := range conditions {
		for _, c := range some {
			t.WriteString(word)
			t.add(c.sql, c.args...)
			word = " AND "
		}
	}
}

// text returns the statement that reads one row more than the page holds: the
// surplus row tells whether there is a next page.
func (p plan) text(page vigil.Page) *sqlText {
	t := new(sqlText)
	t.Grow(512) // most fit
	// Written out: SQLite plans a statement anew each time its LIMIT is bound.
	limit := " LIMIT " + strconv.Itoa(page.Limit+1)
	behind, direction := ">", "ASC"
	if page.Desc {
		behind, direction = "<", "DESC"
	}
	order := func(sort, id string) {
		t.add(" ORDER BY " + sort + " " + direction + ", " + id + " " + direction)
	}
	branch := func(columns, join string, conditions []condition) {
		t.add("SELECT " + columns + " FROM ")
		t.add(p.from.sql, p.from.args...)
		t.add(join)
		if at := page.After; at != nil {
			var value any = at.Number
			if p.textual {
				value = at.Text
			}
			conditions = append(slices.Clone(conditions), where("("+p.sort+", "+p.id+") "+behind+" (?, ?)", value, at.ID))
		}
		t.where(p.where, conditions)
		order(p.sort, p.id)
		t.add(limit)
	}
	apart := func(key string) string {
		if p.keyOf != nil {
			return ""
		}
		return ", " + key
	}
	if len(p.branches) <= 1 && !p.keysFirst {
		branch(p.columns+apart(p.sort), p.join, slices.Concat(p.branches...))
		return t
	}
	// The branches gather only keys, which the indexes hold; the rows are
	// fetched for those that make it onto the page.
	t.add("SELECT " + p.columns + apart("page.sort_key") + " FROM (SELECT sort_key, id FROM (")
	branches := p.branches
	if len(branches) == 0 {
		branches = [][]condition{nil}
	}
	for i, b := range branches {
		if i > 0 {
			t.add(" UNION ALL ")
		}
		t.add("SELECT sort_key, id FROM (")
		branch(p.sort+" AS sort_key, "+p.id+" AS id", "", b)
		t.add(") AS b" + strconv.Itoa(i))
	}
	t.add(") AS branches")
	order("sort_key", "id")
	t.add(limit + ") AS page JOIN " + p.from.sql + " ON " + p.id + " = page.id" + p.join)
	order("page.sort_key", "page.id")
	return t
}

// list reads a page.
func list[T any](ctx context.Context, q querier, p plan, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (List[T], error) {
	return listInto(ctx, make([]T, 0, page.Limit+1), q, p, page, id, scan)
}

// listInto is list with room for the items.
func listInto[T any](ctx context.Context, room []T, q querier, p plan, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (List[T], error) {
	var at, last vigil.Position
	var read func(row) (T, error)
	switch {
	case p.keyOf != nil:
		read = scan()
	case p.textual:
		read = scan(&at.Text)
	default:
		read = scan(&at.Number)
	}
	n := 0
	t := p.text(page)
	rs, err := q.query(ctx, t.String(), t.args...)
	items, err := collectInto(room, rs, err, func(r row) (T, error) {
		item, err := read(r)
		if n++; n == page.Limit {
			last = at
			last.ID = id(item)
			if p.keyOf != nil {
				last.Number = p.keyOf(item)
			}
		}
		return item, err
	})
	if err != nil {
		return List[T]{}, err
	}
	if len(items) <= page.Limit {
		return List[T]{Items: items}, nil
	}
	return List[T]{Items: items[:page.Limit], Next: &last}, nil
}
