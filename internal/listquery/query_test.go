package listquery

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"vigil"
)

// TestForms: what browsers send along and people type into fields is no error, unlike in
// the API.
func TestForms(t *testing.T) {
	values := url.Values{"severity": {"high", " 7.5 "}, "status": {"", "open,"}, "type": {""}, "pull_request": {" 7"}, "order": {"asc", "desc"}, "other": {"x"}}
	q := NewForm(values)
	f, _ := q.AllVulnerabilities()
	page, _ := q.Page(List{Name: "a list", Sorts: []string{"severity", "created_at"}}, 50)
	if err := q.Done(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.Levels, []vigil.Level{vigil.High}) || f.MinSeverity != 75 || !slices.Equal(f.Statuses, []vigil.Status{vigil.Open}) || f.Types != nil || f.PullRequest != 7 {
		t.Errorf("%+v", f)
	}
	if page.Desc || page.Sort != "severity" || page.Limit != 50 {
		t.Errorf("%+v", page)
	}
	for name, given := range values {
		q := New(url.Values{name: given})
		q.AllVulnerabilities()
		q.Page(List{Name: "a list", Sorts: []string{"severity"}}, 50)
		if q.Done() == nil {
			t.Errorf("the API accepts %s=%q", name, given)
		}
	}
}

func TestPage(t *testing.T) {
	list := List{Name: "a list", Sorts: []string{"name", "created_at"}, Ascending: "name"}
	for raw, desc := range map[string]bool{"": false, "order=desc": true, "sort=created_at": true, "sort=created_at&order=asc": false, "sort=name": false} {
		if page, _ := Parse(raw).Page(list, 1); page.Desc != desc {
			t.Errorf("%q descends: %v", raw, page.Desc)
		}
	}
	at := vigil.Position{Number: 5, ID: vigil.NewID()}
	_, cursor := Parse("type=a&status=open").Page(list, 1)
	c := cursor.Encode(at)
	for raw, fits := range map[string]bool{
		"status=open&type=a&cursor=" + c: true, "status=open&type=a&order=asc&limit=3&cursor=" + c: true,
		"status=open&cursor=" + c: false, "status=open&type=a&order=desc&cursor=" + c: false, "status=open&type=a&sort=created_at&cursor=" + c: false,
	} {
		q := Parse(raw)
		page, _ := q.Page(list, 1)
		if (q.err == nil) != fits || fits && *page.After != at {
			t.Errorf("%q: %v", raw, q.err)
		}
	}
}

func FuzzQuery(f *testing.F) {
	f.Add("limit=5&sort=severity&order=asc&severity=high,critical&status=open&cwe=89&created_after=2026-01-01&pull_request=7&cursor=abc")
	f.Add("severity=7.5&created_before=2026-01-01T00:00:00+02:00&type=SQLI&type=XSS")
	f.Fuzz(func(t *testing.T, raw string) {
		q := Parse(raw)
		filter, _ := q.AllVulnerabilities()
		page, _ := q.Page(List{Name: "a list", Sorts: vigil.VulnerabilitySorts}, q.Limit())
		err := q.Done()
		if kind := vigil.KindOf(err); err != nil && kind != vigil.Invalid {
			t.Fatalf("%q: %v is of kind %v", raw, err, kind)
		}
		if err != nil {
			return
		}
		if page.Limit < 1 || page.Limit > vigil.MaxPageLimit || page.Sort == "" || page.After != nil || filter.PullRequest < 0 ||
			filter.MinSeverity < 0 || filter.MinSeverity > vigil.MaxScore {
			t.Fatalf("%q: accepted %+v %+v", raw, page, filter)
		}
		for _, s := range append(filter.Types, filter.CWEs...) {
			if s == "" || !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
				t.Fatalf("%q: accepted %q", raw, s)
			}
		}
	})
}

func FuzzCursor(f *testing.F) {
	cursor := Cursor{list: "a list"}
	f.Add(cursor.Encode(vigil.Position{Number: -5, ID: vigil.NewID()}), int64(7), "name")
	f.Add("", int64(0), "")
	f.Fuzz(func(t *testing.T, s string, number int64, text string) {
		if p, ok := cursor.Decode(s); ok && (cursor.Encode(*p) != s || !utf8.ValidString(p.Text) || strings.ContainsRune(p.Text, 0)) {
			t.Fatalf("%q decodes to %+v, which is %q", s, p, cursor.Encode(*p))
		}
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			if _, ok := cursor.Decode(cursor.Encode(vigil.Position{ID: vigil.NewID(), Text: text})); ok {
				t.Fatalf("the text %q was accepted", text)
			}
			return
		}
		at := vigil.Position{ID: vigil.NewID(), Text: text}
		if text == "" {
			at.Number = number
		}
		c := cursor.Encode(at)
		if p, ok := cursor.Decode(c); !ok || *p != at {
			t.Fatalf("%+v came back as %+v", at, p)
		}
		if _, ok := (Cursor{list: "another list"}).Decode(c); ok {
			t.Fatal("a cursor was accepted by another list")
		}
	})
}
