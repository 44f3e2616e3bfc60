package store

import (
	"context"
	"strings"
	"time"

	"vigil"
)

// Between is a time range that excludes both ends. A zero end is open.
type Between struct{ After, Before time.Time }

func (b Between) conditions(column string) (out []condition) {
	if !b.After.IsZero() {
		out = append(out, where(column+" > ?", b.After.UnixMicro()))
	}
	if !b.Before.IsZero() {
		out = append(out, where(column+" < ?", ceilMicros(b.Before)))
	}
	return out
}

// ceilMicros rounds up, so that an earlier time in the same microsecond stays before t.
func ceilMicros(t time.Time) int64 {
	n := t.UnixMicro()
	if t.Nanosecond()%1000 != 0 {
		n++
	}
	return n
}

// A list that is filtered by time and sorted by something else can be read in two ways: sort the
// rows of the span, or walk the index of the sort and skip rows outside of the span. The first is
// slow for a long span, the second for a short one, so up to fewRows rows are counted first.
var fewRows = 2000 // a variable for the sake of tests

// fewOfScan is up to how many sightings of a scan are all tested rather than the repository
// searched for them: that takes a tenth of a second.
var fewOfScan = 20_000 // a variable for the sake of tests

// fewOfSpan is up to how many rows of a span are gathered rather than met by a walk along the
// index of the severity: that takes a fifth of a second.
var fewOfSpan = 300_000 // a variable for the sake of tests

// fewOfKind is up to how many rows a type or CWE counts as selective: to find them all in an
// index takes tens of milliseconds.
var fewOfKind = 100_000 // a variable for the sake of tests

// fewSevere is up to how many rows of some types or CWEs with a severity are all read and sorted.
var fewSevere = 20_000 // a variable for the sake of tests

// fewRescored is up to how many vulnerabilities that were rescored since a scan are read apart.
var fewRescored = 10_000 // a variable for the sake of tests

// fewCreated reports whether a span contains at most fewRows rows of a table.
func (r reader) fewCreated(ctx context.Context, table string, team vigil.TeamID, span Between) (bool, error) {
	if span == (Between{}) {
		return false, nil
	}
	return r.few(ctx, table, fewRows, append([]condition{where("team_id = ?", team)}, span.conditions("created_at")...)...)
}

// createdFirst joins a table, given with its alias, to the ids of a span. SQLite keeps the join
// order of a CROSS JOIN.
func createdFirst(table string, team vigil.TeamID, span Between) condition {
	name, _, _ := strings.Cut(table, " ")
	c := where("(SELECT id FROM "+name+" WHERE team_id = ?", team)
	for _, also := range span.conditions("created_at") {
		c.sql += " AND " + also.sql
		c.args = append(c.args, also.args...)
	}
	c.sql += ") AS g CROSS JOIN " + table
	return c
}
