package httpapi

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

// query is the query string of a request, read like a body: each method takes
// a parameter out of it, the first thing wrong is kept, and done reports it, or
// else a parameter that nobody took. A mistyped filter must not pass for no filter.
type query struct {
	values url.Values
	taken  []string
	err    error
}

func (r *request) query() *query {
	values, err := url.ParseQuery(r.URL.RawQuery)
	q := &query{values: values, taken: make([]string, 0, 16)}
	if err != nil {
		q.err = &vigil.Error{Kind: vigil.Invalid, Code: "parameter_invalid", Message: "The query string is malformed: check the percent signs, and escape each ; as %3B."}
	}
	return q
}

func (q *query) fail(name, code, format string, args ...any) {
	if q.err == nil {
		q.err = &vigil.Error{Kind: vigil.Invalid, Code: code, Param: name, Message: fmt.Sprintf("%q ", name) + fmt.Sprintf(format, args...) + "."}
	}
}

func (q *query) invalid(name, format string, args ...any) {
	q.fail(name, "parameter_invalid", format, args...)
}

// maxValues is how many values a filter may have.
const maxValues = 50

// all takes every value of a parameter, whether it was repeated or separated by
// commas.
func (q *query) all(name string) []string {
	q.taken = append(q.taken, name)
	var out []string
	for _, v := range q.values[name] {
		for part := range strings.SplitSeq(v, ",") {
			switch part = strings.TrimSpace(part); {
			case part == "":
				q.invalid(name, "must not be empty")
			case !utf8.ValidString(part) || strings.ContainsRune(part, 0):
				q.invalid(name, "must be valid UTF-8 without NUL")
			case len(out) == maxValues && !slices.Contains(out, part):
				q.invalid(name, "must have at most %d values", maxValues)
				return out
			case !slices.Contains(out, part):
				out = append(out, part)
			}
		}
	}
	return out
}

// one takes the only value of a parameter, "" if it is not there.
func (q *query) one(name string) string {
	q.taken = append(q.taken, name)
	vs := q.values[name]
	switch {
	case len(vs) == 0:
		return ""
	case len(vs) > 1:
		q.fail(name, "parameter_duplicate", "is given more than once")
	case vs[0] == "":
		q.invalid(name, "must not be empty")
	case !utf8.ValidString(vs[0]) || strings.ContainsRune(vs[0], 0):
		q.invalid(name, "must be valid UTF-8 without NUL")
	}
	return vs[0]
}

// choice takes a parameter that must be one of allowed.
func choice[T ~string](q *query, name string, allowed ...T) T {
	v := T(q.one(name))
	if v != "" && !slices.Contains(allowed, v) {
		q.invalid(name, "must be one of %s", join(allowed))
	}
	return v
}

// choices takes a parameter whose values must all be among allowed.
func choices[T ~string](q *query, name string, allowed []T) []T {
	var out []T
	for _, v := range q.all(name) {
		if !slices.Contains(allowed, T(v)) {
			q.invalid(name, "must be one or more of %s", join(allowed))
		}
		out = append(out, T(v))
	}
	return out
}

// integer takes a whole number from lowest to highest, byDefault if it is not there.
func (q *query) integer(name string, byDefault, lowest, highest int64) int64 {
	s := q.one(name)
	if s == "" {
		return byDefault
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < lowest || n > highest || s[0] == '+' {
		if highest == math.MaxInt64 {
			q.invalid(name, "must be a whole number, %d or more", lowest)
		} else {
			q.invalid(name, "must be a whole number from %d to %d", lowest, highest)
		}
	}
	return n
}

var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$`)

// time takes a moment: RFC 3339, or a date, which stands for its beginning in UTC.
func (q *query) time(name string) time.Time {
	s := q.one(name)
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
		q.invalid(name, "must be a time such as 2026-11-15T08:00:00Z, or a date such as 2026-11-15")
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

func (q *query) created() store.Between {
	return store.Between{After: q.time("created_after"), Before: q.time("created_before")}
}

// severity takes levels, or a number that is the lowest score wanted.
func (q *query) severity() (levels []vigil.Level, lowest vigil.Score) {
	given := q.all("severity")
	if len(given) == 1 {
		if f, err := strconv.ParseFloat(given[0], 64); err == nil && f >= 0 && f <= 10 {
			return nil, vigil.Score(math.Ceil(math.Round(f*1e6) / 1e5))
		}
	}
	for _, v := range given {
		if !vigil.Level(v).Valid() {
			q.invalid("severity", "must be one or more of %s, or one number from 0 to 10", join(vigil.Levels))
		}
		levels = append(levels, vigil.Level(v))
	}
	return levels, 0
}

// pullRequest takes the number of a pull request, 0 if none is asked for.
func (q *query) pullRequest() int64 { return q.integer("pull_request", 0, 1, math.MaxInt64) }

// page takes limit, sort, order and cursor. A cursor belongs to the list it came
// from: whose it is, its path, sort, order and filters.
func (q *query) page(r *request, sorts []string) (vigil.Page, cursorCodec) {
	page := vigil.Page{
		Limit: int(q.integer("limit", vigil.DefaultPageLimit, 1, vigil.MaxPageLimit)),
		Sort:  choice(q, "sort", sorts...),
		Desc:  choice(q, "order", "asc", "desc") != "asc",
	}
	if page.Sort == "" {
		page.Sort = sorts[0]
	}
	codec := cursorCodec{list: string(r.team()) + r.URL.EscapedPath() + page.Sort + strconv.FormatBool(page.Desc) + q.filters()}
	if c := q.one("cursor"); c != "" {
		var ok bool
		if page.After, ok = codec.decode(c); !ok {
			q.invalid("cursor", "does not belong to this list with this sort, order and filters: start again without it")
		}
	}
	return page, codec
}

// filters is what narrows the list, in a form that does not depend on the order
// in which it was given.
func (q *query) filters() string {
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

// done returns what was wrong with the query, be it a parameter that nobody knows.
func (q *query) done() error {
	if q.err != nil {
		return q.err
	}
	var unknown []string
	for name := range q.values {
		if !slices.Contains(q.taken, name) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		q.fail(slices.Min(unknown), "parameter_unknown", "is not a parameter here")
	}
	return q.err
}
