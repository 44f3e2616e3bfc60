// Package listquery reads the query strings of lists, for the API and for the dashboard:
// filters, sort, order, and the cursor that says where the next page begins. Start with
// Query. It knows no HTTP and no team: the caller names the list that a cursor belongs to.
package listquery

import (
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vigil"
	"vigil/internal/store"
)

// Query is a query string. Each method takes a parameter out of it; the first error is
// kept, and Done returns it.
type Query struct {
	values url.Values
	taken  []string
	form   bool
	err    error
}

// Parse reads the query string of an API request, strictly: a parameter that is empty,
// given twice where one value is meant, or never taken is an error. A mistyped filter
// must not pass for no filter.
func Parse(raw string) *Query {
	values, err := url.ParseQuery(raw)
	q := New(values)
	if err != nil {
		q.err = &vigil.Error{Kind: vigil.Invalid, Code: "parameter_invalid", Message: "The query string is malformed: check the percent signs, and escape each ; as %3B."}
	}
	return q
}

// New is Parse for parameters that came by another way than a query string.
func New(values url.Values) *Query {
	return &Query{values: values, taken: make([]string, 0, 16)}
}

// NewForm is New for the fields of an HTML form, which people fill in. Browsers send empty
// fields too, so a blank value counts as none; a parameter that is not taken is ignored, and
// where one value is meant the first counts.
func NewForm(values url.Values) *Query {
	q := New(url.Values{})
	q.form = true
	for name, given := range values {
		for _, value := range given {
			if value = strings.TrimSpace(value); value != "" {
				q.values[name] = append(q.values[name], value)
			}
		}
	}
	return q
}

// Has reports whether a parameter was given.
func (q *Query) Has(name string) bool { return q.values.Has(name) }

// Fail records an error about a parameter, unless there is one already.
func (q *Query) Fail(name, code, format string, args ...any) {
	if q.err == nil {
		q.err = &vigil.Error{Kind: vigil.Invalid, Code: code, Param: name, Message: fmt.Sprintf("%q ", name) + fmt.Sprintf(format, args...) + "."}
	}
}

// Invalid is Fail for a value that is not allowed.
func (q *Query) Invalid(name, format string, args ...any) {
	q.Fail(name, "parameter_invalid", format, args...)
}

// maxValues is how many values a filter may have.
const maxValues = 50

// All takes every value of a parameter, whether it was repeated or separated by
// commas.
func (q *Query) All(name string) []string {
	q.taken = append(q.taken, name)
	var out []string
	for _, v := range q.values[name] {
		for part := range strings.SplitSeq(v, ",") {
			switch part = strings.TrimSpace(part); {
			case part == "" && q.form:
			case part == "":
				q.Invalid(name, "must not be empty")
			case !utf8.ValidString(part) || strings.ContainsRune(part, 0):
				q.Invalid(name, "must be valid UTF-8 without NUL")
			case len(out) == maxValues && !slices.Contains(out, part):
				q.Invalid(name, "must have at most %d values", maxValues)
				return out
			case !slices.Contains(out, part):
				out = append(out, part)
			}
		}
	}
	return out
}

// One takes the only value of a parameter, "" if it is not there.
func (q *Query) One(name string) string {
	q.taken = append(q.taken, name)
	vs := q.values[name]
	switch {
	case len(vs) == 0:
		return ""
	case len(vs) > 1 && !q.form:
		q.Fail(name, "parameter_duplicate", "is given more than once")
	case vs[0] == "":
		q.Invalid(name, "must not be empty")
	case !utf8.ValidString(vs[0]) || strings.ContainsRune(vs[0], 0):
		q.Invalid(name, "must be valid UTF-8 without NUL")
	}
	return vs[0]
}

// Choice takes a parameter that must be one of allowed.
func Choice[T ~string](q *Query, name string, allowed ...T) T {
	v := T(q.One(name))
	if v != "" && !slices.Contains(allowed, v) {
		q.Invalid(name, "must be one of %s", Join(allowed))
	}
	return v
}

// Choices takes a parameter whose values must all be among allowed.
func Choices[T ~string](q *Query, name string, allowed []T) []T {
	var out []T
	for _, v := range q.All(name) {
		if !slices.Contains(allowed, T(v)) {
			q.Invalid(name, "must be one or more of %s", Join(allowed))
		}
		out = append(out, T(v))
	}
	return out
}

// Integer takes a whole number from lowest to highest, byDefault if it is not there.
func (q *Query) Integer(name string, byDefault, lowest, highest int64) int64 {
	s := q.One(name)
	if s == "" {
		return byDefault
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < lowest || n > highest || s[0] == '+' {
		if highest == math.MaxInt64 {
			q.Invalid(name, "must be a whole number, %d or more", lowest)
		} else {
			q.Invalid(name, "must be a whole number from %d to %d", lowest, highest)
		}
	}
	return n
}

var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$`)

// Time takes a moment: RFC 3339, or a date, which stands for its beginning in UTC.
func (q *Query) Time(name string) time.Time {
	s := q.One(name)
	if s == "" {
		return time.Time{}
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return sinceEpoch(t)
	}
	// A + that was not escaped arrives as a space.
	if at := strings.LastIndexByte(s, ' '); at > len(time.DateOnly) {
		s = s[:at] + "+" + s[at+1:]
	}
	t, err := time.Parse(time.RFC3339Nano, strings.ToUpper(s))
	if err != nil || !rfc3339.MatchString(s) { // time.Parse takes more than the standard
		q.Invalid(name, "must be a time such as 2026-11-15T08:00:00Z, or a date such as 2026-11-15")
	}
	return sinceEpoch(t)
}

// sinceEpoch keeps a moment of long ago from passing for none: nothing that
// Vigil knows of is older than 1970.
func sinceEpoch(t time.Time) time.Time {
	if epoch := time.Unix(0, 0); t.Before(epoch) {
		return epoch
	}
	return t
}

// Created takes the parameters created_after and created_before.
func (q *Query) Created() store.Between {
	return store.Between{After: q.Time("created_after"), Before: q.Time("created_before")}
}

// Severity takes levels, or a number that is the lowest score wanted. A form has fields
// for both, and may combine them.
func (q *Query) Severity() (levels []vigil.Level, lowest vigil.Score) {
	given := q.All("severity")
	for _, v := range given {
		f, err := strconv.ParseFloat(v, 64)
		switch {
		case vigil.Level(v).Valid():
			levels = append(levels, vigil.Level(v))
		case err == nil && f >= 0 && f <= 10 && (len(given) == 1 || q.form):
			lowest = max(lowest, vigil.Score(math.Ceil(math.Round(f*1e6)/1e5)))
		default:
			q.Invalid("severity", "must be one or more of %s, or one number from 0 to 10", Join(vigil.Levels))
		}
	}
	return levels, lowest
}

// PullRequest takes the number of a pull request, 0 if none is asked for.
func (q *Query) PullRequest() int64 { return q.Integer("pull_request", 0, 1, math.MaxInt64) }

// Limit takes the number of entries on a page.
func (q *Query) Limit() int {
	return int(q.Integer("limit", vigil.DefaultPageLimit, 1, vigil.MaxPageLimit))
}

// List is a list that pages are read of.
type List struct {
	// Name tells the list from all others, such as those of other teams.
	Name  string
	Sorts []string // what it can be sorted by, the default first
	// Ascending is the sort whose default order is ascending; empty: all descend.
	Ascending string
}

// Page takes sort, order and cursor. A cursor belongs to the list it came from, with its
// sort, order and filters.
func (q *Query) Page(l List, limit int) (vigil.Page, Cursor) {
	page := vigil.Page{Limit: limit, Sort: Choice(q, "sort", l.Sorts...)}
	if page.Sort == "" {
		page.Sort = l.Sorts[0]
	}
	order := Choice(q, "order", "asc", "desc")
	page.Desc = order != "asc" && (order != "" || page.Sort != l.Ascending)
	cursor := Cursor{list: l.Name + page.Sort + strconv.FormatBool(page.Desc) + q.filters()}
	if c := q.One("cursor"); c != "" {
		var ok bool
		if page.After, ok = cursor.Decode(c); !ok {
			q.Invalid("cursor", "does not belong to this list with this sort, order and filters: start again without it")
		}
	}
	return page, cursor
}

// filters is what narrows the list, in a form that does not depend on the order
// in which it was given.
func (q *Query) filters() string {
	names := make([]string, 0, 16)
	for name := range q.values {
		switch name {
		case "limit", "cursor", "sort", "order", "expand": // these change no membership, or are told apart
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		for _, value := range slices.Sorted(slices.Values(q.values[name])) {
			b.WriteString("&" + url.QueryEscape(name) + "=" + url.QueryEscape(value))
		}
	}
	return strings.TrimPrefix(b.String(), "&")
}

// Done returns what was wrong with the query, be it a parameter that nobody knows.
func (q *Query) Done() error {
	if q.err != nil {
		return q.err
	}
	var unknown []string
	for name := range q.values {
		if !q.form && !slices.Contains(q.taken, name) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		q.Fail(slices.Min(unknown), "parameter_unknown", "is not a parameter here")
	}
	return q.err
}

// Join lists words for an error message.
func Join[T ~string](words []T) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return strings.Join(out, ", ")
}
