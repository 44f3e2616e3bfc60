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

// Lists use keyset pagination: a page is the next rows after a position, in index order. That is
// fast at any depth as long as an index provides the order. With several values of a filter none
// does: the index on (status, created_at) has the open rows in order and the fixed rows in order,
// but not both together. Such a filter is split into branches, one for each value, each a short
// index walk. The branches are merged by the database if they are few, else by merge.go.
//
// Filters that the index does not look up are tested row by row, and a walk that meets no match
// would read all rows. It is abandoned after some thousands; then all matches are gathered from an
// index that covers the tests, and sorted.

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

// testAny is anyOf for a row that is read anyway. To search a few values one after the other takes
// SQLite less time than to look them up.
func testAny[T ~string](column string, values []T) condition {
	c := anyOf(column, values)
	if len(values) > 4 {
		c.sql = column + " IN (VALUES (?)" + strings.Repeat(", (?)", len(values)-1) + ")"
		return c
	}
	c.sql = "(" + column + " = ?" + strings.Repeat(" OR "+column+" = ?", len(values)-1) + ")"
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

// hide keeps the planner from using an index for conditions. SQLite would prefer it to the index
// of the sort, and PostgreSQL would look up every combination.
func hide(conditions []condition) []condition {
	out := make([]condition, len(conditions))
	for i, c := range conditions {
		out[i] = where("CASE WHEN "+c.sql+" THEN 1 ELSE 0 END = 1", c.args...)
	}
	return out
}

// ofIDs are the conditions that a row is one of ids and of the team. The team is hidden: without
// statistics, SQLite would rather read an index of the whole team than look up many ids.
func ofIDs(alias string, team vigil.TeamID, ids []vigil.ID) []condition {
	return append(hide([]condition{where(alias+"team_id = ?", team)}), anyOf(alias+"id", ids))
}

// ofRepository is the condition that a row belongs to one of the team's repositories. Ownership
// is checked once, in a subquery: with a condition on the team of each row, SQLite might choose an
// index of the team.
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

// eachRepository returns a condition for each of ids: that a row belongs to it.
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
	kinds    []kindTest      // like tests, but tested by the program
	gather   *gathering      // for when few pass the tests, or, if nothing can be walked, always
	apart    *gathering      // further rows, few, whose keys no branch has

	// keysFirst reads the keys of the page from the index before the rows. Several branches are
	// always read this way.
	keysFirst bool
	// gathered: no index has the order.
	gathered bool
}

// maxBranches limits the branches of a list, and maxUnited those read in one statement:
// PostgreSQL takes most of a millisecond to plan each.
const maxBranches, maxUnited = 256, 20

// split replaces each branch by one for each alternative. It changes nothing and reports false if
// there would be too many branches, or there is no alternative.
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

// orderBy adds ORDER BY and LIMIT. The limit is a literal: SQLite replans a statement each time
// its LIMIT is bound.
func (t *sqlText) orderBy(sort, id string, page vigil.Page, limit int) {
	t.orderByAll([]string{sort, id}, page, limit)
}

func (t *sqlText) orderByAll(columns []string, page vigil.Page, limit int) {
	direction := " ASC"
	if page.Desc {
		direction = " DESC"
	}
	t.add(" ORDER BY " + strings.Join(columns, direction+", ") + direction)
	if limit > 0 {
		t.add(" LIMIT " + strconv.Itoa(limit))
	}
}

// source is the FROM clause of a branch.
func (p plan) source() condition {
	if p.from.sql == "" {
		return where(p.table)
	}
	return p.from
}

// tableID is the id column of table.
func (p plan) tableID() string { return p.table[strings.LastIndexByte(p.table, ' ')+1:] + ".id" }

// behind is the condition that a row comes after a position.
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

// key adds the sort key to the selected columns if it is not among them.
func (p plan) key(sort string) string {
	if p.keyOf != nil {
		return ""
	}
	return ", " + sort
}

// text returns the statement that reads one row more than the page holds, to know whether there
// is a next page.
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
	// The branches select only keys, from the indexes; rows are read for the keys on the page.
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

// endPage joins the rows to the keys of the page.
func (p plan) endPage(t *sqlText, page vigil.Page) {
	t.add(") AS page JOIN " + p.table + " ON " + p.tableID() + " = page.id" + p.join)
	t.orderBy("page.sort_key", "page.id", page, 0)
}

// listTime limits the time for one page: for some combinations of filters there is no good plan.
var listTime = 3 * time.Second // a variable for the sake of tests

// list reads a page.
func list[T any](ctx context.Context, r reader, p plan, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (l List[T], err error) {
	err = r.slots.hold(ctx, p.team, func(ctx context.Context) error {
		l, err = listInto(ctx, make([]T, 0, page.Limit+1), r.q, p, page, id, scan)
		return err
	})
	return l, err
}

// listInto reads a page into room. The caller holds a slot.
func listInto[T any](ctx context.Context, room []T, q querier, p plan, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (List[T], error) {
	if p.gathered {
		return gatherPage(ctx, room, q, p, page, id, scan)
	}
	if !p.tested() && len(p.branches) <= maxUnited {
		return readPage(ctx, room, q, p, p.text(page), page, id, scan)
	}
	l, whole, err := mergePage(ctx, room, q, p, page, id, scan)
	if err == nil && !whole {
		l, err = gatherPage(ctx, room, q, p, page, id, scan)
	}
	return l, err
}

// readPage reads a page with one statement.
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

// few reports whether at most so many rows of a table meet the conditions. Skipping index entries
// is cheaper than counting them.
func (r reader) few(ctx context.Context, table string, most int, conditions ...condition) (bool, error) {
	var t sqlText
	t.add("SELECT EXISTS (SELECT 1 FROM " + table)
	t.where(conditions)
	t.add(" LIMIT 1 OFFSET " + strconv.Itoa(max(most, 0)) + ")")
	var more bool
	if err := r.q.row(ctx, t.String(), t.args...).Scan(&more); err != nil {
		return false, fmt.Errorf("count %s: %w", table, err)
	}
	return !more && most >= 0, nil
}

// tooLong is the error of a list that exceeded its time.
func tooLong(err error) error {
	return unavailable(errors.Join(errors.New("list given up"), err), "This list takes too long to read: narrow the filter, by a repository or a span of time, or sort by created_at.")
}
