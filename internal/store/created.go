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

// ceilMicros rounds up, so that what happened within the microsecond of t but
// before t stays before it.
func ceilMicros(t time.Time) int64 {
	n := t.UnixMicro()
	if t.Nanosecond()%1000 != 0 {
		n++
	}
	return n
}

// A list of a span of time that is not sorted by time can be read in two ways:
// sort what lies within the span, or walk the index of the sort and leave out
// what lies without. The first is slow for a long span, the second for a short one.
// So it is looked first whether the span holds few rows, and these are then sorted.
var fewRows = 2000 // a variable for the sake of tests

// fewOfPullRequest is how many sightings of a pull request are few: to read what they saw
// takes a fifth of a second.
var fewOfPullRequest = 50_000 // a variable for the sake of tests

// fewOfSpan is how many rows of a span of time are few beside a walk along the index of the
// severity: to find them all in the index of the time takes a fifth of a second.
var fewOfSpan = 300_000 // a variable for the sake of tests

// fewOfKind is how many rows of a kind are few beside another filter: to find them all in
// an index takes some ten milliseconds.
var fewOfKind = 100_000 // a variable for the sake of tests

// fewCreated reports whether a span, if it is one, holds few rows of a table.
func (r reader) fewCreated(ctx context.Context, table string, team vigil.TeamID, span Between) (bool, error) {
	if span == (Between{}) {
		return false, nil
	}
	return r.few(ctx, table, fewRows, append([]condition{where("team_id = ?", team)}, span.conditions("created_at")...)...)
}

// createdFirst reads a table, given with its alias, by the ids of what was
// created in a span. SQLite keeps the order of a CROSS JOIN.
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
