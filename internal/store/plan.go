package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"vigil"
)

// A list is read by keyset: the rows behind a position, in the order of an
// index, as many as the page holds. That is fast at any depth as long as an index
// gives the rows in order, and none does for a filter with several values:
// the index on (status, created_at) has the open ones in order and the fixed ones
// in order, but not both together. So such a filter is read as several branches, one
// for each value, each a short walk along the index, and the branches are merged: by
// the database if they are few, else by merge.go.
//
// What an index does not look up is tested row by row, and a walk that meets nothing that
// passes would go through all rows. So it is given up after some thousands, and what
// passes is gathered instead from an index that holds all that is tested, and sorted.

// List is one page. Next is the position after it, nil at the end.
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

// hide makes conditions such that no index is looked up by them. SQLite would leave the
// index of the sort for one of theirs, and PostgreSQL would look up every combination.
func hide(conditions []condition) []condition {
	out := make([]condition, len(conditions))
	for i, c := range conditions {
		out[i] = where("CASE WHEN "+c.sql+" THEN 1 ELSE 0 END = 1", c.args...)
	}
	return out
}

// ofRepository is a condition that a row with this column belongs to one of the team's
// repositories. Whose a repository is, is looked up once: a condition on the team of each
// row could lead SQLite to an index of the team.
func ofRepository(column string, team vigil.TeamID, ids ...vigil.ID) condition {
	const own = "(SELECT id FROM repositories WHERE id = ? AND team_id = ?)"
	c := condition{sql: column + " IN (" + own + strings.Repeat(", "+own, len(ids)-1) + ")"}
	if len(ids) == 1 {
		c.sql = column + " = " + own
	}
	for _, id := range ids {
		c.args = append(c.args, id, team)
	}
	return c
}

// eachRepository is a condition for each of ids: that a row belongs to it.
func eachRepository(column string, team vigil.TeamID, ids []vigil.ID) []condition {
	out := make([]condition, len(ids))
	for i, id := range ids {
		out[i] = ofRepository(column, team, id)
	}
	return out
}

// plan says how to read a page.
type plan struct {
	team     vigil.TeamID    // whose slot it needs; empty: none
	columns  string          // what to select
	table    string          // where columns are, and its alias; the column id of it is what p.id holds
	from     condition       // the table that is walked, and joins that the conditions need; none: table
	join     string          // joins that only columns need
	id       string          // the column that breaks ties
	sort     string          // the column to sort by
	textual  bool            // sort is a text
	keyOf    func(any) int64 // the sort key of an item whose columns hold it; nil: it is read apart
	where    []condition     // hold for each branch
	branches [][]condition   // none: one branch without conditions of its own
	tests    []condition     // hold for each branch too, but no index looks them up
	gather   *gathering      // for when few pass the tests

	// keysFirst finds the keys of the page in the index before it reads the rows. Several
	// branches are always read so.
	keysFirst bool
}

// gathering says how to find all rows that pass, in no order.
type gathering struct {
	from  condition
	where []condition
}

// maxBranches is how many branches a list may have, and maxUnited how many of them are
// read in one statement: PostgreSQL takes most of a millisecond to plan each.
const maxBranches, maxUnited = 256, 20

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

func (t *sqlText) where(conditions ...[]condition) { t.conditions(" WHERE ", conditions...) }

func (t *sqlText) conditions(word string, conditions ...[]condition) {
	for _, some := range conditions {
		for _, c := range some {
			t.WriteString(word)
			t.add(c.sql, c.args...)
			word = " AND "
		}
	}
}

// orderBy ends a statement with the rows in order, so many of them. The limit is
// written out: SQLite plans a statement anew each time its LIMIT is bound.
func (t *sqlText) orderBy(sort, id string, page vigil.Page, limit int) {
	direction := "ASC"
	if page.Desc {
		direction = "DESC"
	}
	t.add(" ORDER BY " + sort + " " + direction + ", " + id + " " + direction)
	if limit > 0 {
		t.add(" LIMIT " + strconv.Itoa(limit))
	}
}

// source is what a branch reads from.
func (p plan) source() condition {
	if p.from.sql == "" {
		return where(p.table)
	}
	return p.from
}

// tableID is the column of table that has the ids.
func (p plan) tableID() string { return p.table[strings.LastIndexByte(p.table, ' ')+1:] + ".id" }

// behind is the condition that a row comes behind a position.
func (p plan) behind(sort string, page vigil.Page) []condition {
	if page.After == nil {
		return nil
	}
	var value any = page.After.Number
	if p.textual {
		value = page.After.Text
	}
	sign := ">"
	if page.Desc {
		sign = "<"
	}
	return []condition{where("("+sort+", "+p.id+") "+sign+" (?, ?)", value, page.After.ID)}
}

// key adds the sort key to what is selected if it is not among the columns.
func (p plan) key(sort string) string {
	if p.keyOf != nil {
		return ""
	}
	return ", " + sort
}

// text returns the statement that reads one row more than the page holds: the
// surplus row tells whether there is a next page.
func (p plan) text(page vigil.Page) *sqlText {
	t := new(sqlText)
	t.Grow(512) // most fit
	from, limit := p.source(), page.Limit+1
	branch := func(columns, join string, conditions []condition) {
		t.add("SELECT " + columns + " FROM ")
		t.add(from.sql, from.args...)
		t.add(join)
		t.where(p.where, conditions, p.tests, p.behind(p.sort, page))
		t.orderBy(p.sort, p.id, page, limit)
	}
	branches := p.branches
	if len(branches) == 0 {
		branches = [][]condition{nil}
	}
	if len(branches) == 1 && !p.keysFirst {
		branch(p.columns+p.key(p.sort), p.join, branches[0])
		return t
	}
	// The branches gather only keys, which the indexes hold; the rows are
	// fetched for those that make it onto the page.
	t.add("SELECT " + p.columns + p.key("page.sort_key") + " FROM (SELECT sort_key, id FROM (")
	for i, b := range branches {
		if i > 0 {
			t.add(" UNION ALL ")
		}
		t.add("SELECT sort_key, id FROM (")
		branch(p.sort+" AS sort_key, "+p.id+" AS id", "", b)
		t.add(") AS b" + strconv.Itoa(i))
	}
	t.add(") AS branches")
	t.orderBy("sort_key", "id", page, limit)
	p.endPage(t, page)
	return t
}

// endPage ends a statement whose page has the keys, with the rows that belong to them.
func (p plan) endPage(t *sqlText, page vigil.Page) {
	t.add(") AS page JOIN " + p.table + " ON " + p.tableID() + " = page.id" + p.join)
	t.orderBy("page.sort_key", "page.id", page, 0)
}

// gatherText returns the statement that finds all rows which pass and keeps those of the
// page. The sort is hidden in an expression, lest a database walk its index after all.
func (p plan) gatherText(page vigil.Page) *sqlText {
	hidden := p.sort + " + 0"
	if p.textual {
		hidden = p.sort + " || ''"
	}
	t := new(sqlText)
	t.add("SELECT " + p.columns + p.key("page.sort_key") + " FROM (SELECT " + hidden + " AS sort_key, " + p.id + " AS id FROM ")
	t.add(p.gather.from.sql, p.gather.from.args...)
	t.where(p.gather.where, p.behind(hidden, page))
	t.orderBy(hidden, p.id, page, page.Limit+1)
	p.endPage(t, page)
	return t
}

// listTime is how long one page may take. It bounds what a filter can cost that no plan
// is good for.
var listTime = 3 * time.Second // a variable for the sake of tests

// list reads a page.
func list[T any](ctx context.Context, r reader, p plan, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (l List[T], err error) {
	err = r.slots.hold(ctx, p.team, func(ctx context.Context) error {
		l, err = listInto(ctx, make([]T, 0, page.Limit+1), r.q, p, page, id, scan)
		return err
	})
	return l, err
}

// listInto reads a page for one who holds a slot already and has room for the items.
func listInto[T any](ctx context.Context, room []T, q querier, p plan, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (List[T], error) {
	if len(p.tests) == 0 && len(p.branches) <= maxUnited {
		return readPage(ctx, room, q, p, p.text(page), page, id, scan)
	}
	l, whole, err := mergePage(ctx, room, q, p, page, id, scan)
	if err == nil && !whole {
		l, err = readPage(ctx, room, q, p, p.gatherText(page), page, id, scan)
	}
	return l, err
}

// readPage reads a page by one statement.
func readPage[T any](ctx context.Context, room []T, q querier, p plan, t *sqlText, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (List[T], error) {
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

// few reports whether few rows of a table meet the conditions.
func (r reader) few(ctx context.Context, table string, most int, conditions ...condition) (bool, error) {
	var t sqlText
	t.add("SELECT count(*) FROM (SELECT 1 FROM " + table)
	t.where(conditions)
	t.add(fmt.Sprintf(" LIMIT %d) AS within", most+1))
	var n int
	if err := r.q.row(ctx, t.String(), t.args...).Scan(&n); err != nil {
		return false, fmt.Errorf("count %s: %w", table, err)
	}
	return n <= most, nil
}

// tooLong is the error of a list that was given up.
func tooLong(err error) error {
	return unavailable(errors.Join(errors.New("list given up"), err), "This list takes too long to read: narrow the filter, by a repository or a span of time, or sort by created_at.")
}
