package cron_test

import (
	"strings"
	"testing"
	"time"

	"vigil/internal/cron"
)

func parse(t testing.TB, s string) cron.Expression {
	t.Helper()
	e, err := cron.Parse(s)
	if err != nil {
		t.Fatalf("%q %v", s, err)
	}
	return e
}

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := cron.Zone(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestNext follows expressions without clock changes.
func TestNext(t *testing.T) {
	for _, c := range []struct{ expression, from, want string }{
		{"* * * * *", "2026-01-01 00:00", "2026-01-01 00:01, 2026-01-01 00:02"},
		{"*/15 * * * *", "2026-01-01 00:14", "2026-01-01 00:15, 2026-01-01 00:30"},
		{"7/20 * * * *", "2026-01-01 00:00", "2026-01-01 00:07, 2026-01-01 00:27, 2026-01-01 00:47, 2026-01-01 01:07"},
		{"0 9-17/4 * * mon-fri", "2026-01-02 13:30", "2026-01-02 17:00, 2026-01-05 09:00"},
		{"5,35 0 1,15 jan,Jul *", "2026-01-10 00:00", "2026-01-15 00:05, 2026-01-15 00:35, 2026-07-01 00:05"},
		{"0 0 * * 7", "2026-01-01 00:00", "2026-01-04 00:00, 2026-01-11 00:00"},
		{"0 0 * * FRI-SUN", "2026-01-01 00:00", "2026-01-02 00:00, 2026-01-03 00:00, 2026-01-04 00:00, 2026-01-09 00:00"},
		{"0 0 * * 5-7", "2026-01-01 00:00", "2026-01-02 00:00, 2026-01-03 00:00, 2026-01-04 00:00, 2026-01-09 00:00"},
		{"0 0 * * */2", "2026-01-01 00:00", "2026-01-03 00:00, 2026-01-04 00:00, 2026-01-06 00:00"},
		{"0 0 13 * 5", "2026-01-01 00:00", "2026-01-02 00:00, 2026-01-09 00:00, 2026-01-13 00:00"}, // a 13th, or a Friday
		{"0 0 */10 * 5", "2026-01-01 00:00", "2026-05-01 00:00, 2026-07-31 00:00"},                 // both, because of the star
		{"0 0 31 * *", "2026-01-31 00:00", "2026-03-31 00:00, 2026-05-31 00:00"},
		{"0 0 29 2 *", "2096-03-01 00:00", "2104-02-29 00:00"}, // 2100 is not a leap year
		{"0 0 29 2 */6", "2026-01-01 00:00", "2032-02-29 00:00, 2048-02-29 00:00"},
		{"0 0 30 2 1", "2026-01-01 00:00", "2026-02-02 00:00"}, // a Monday in February
		{"59 23 31 12 *", "2026-12-31 23:59", "2027-12-31 23:59"},
		{"@hourly", "2026-01-01 00:30", "2026-01-01 01:00"},
		{"@daily", "2026-01-01 00:00", "2026-01-02 00:00"},
		{"@MIDNIGHT", "2026-01-01 00:00", "2026-01-02 00:00"},
		{"@weekly", "2026-01-01 00:00", "2026-01-04 00:00"},
		{"@monthly", "2026-01-01 00:00", "2026-02-01 00:00"},
		{"@yearly", "2026-01-01 00:00", "2027-01-01 00:00"},
		{"@annually", "2026-01-01 00:00", "2027-01-01 00:00"},
		{"  0   0  *  *  *  ", "2026-01-01 00:00", "2026-01-02 00:00"},
	} {
		at, err := time.Parse("2006-01-02 15:04", c.from)
		if err != nil {
			t.Fatal(err)
		}
		e := parse(t, c.expression)
		for want := range strings.SplitSeq(c.want, ", ") {
			if at = e.Next(at, time.UTC); at.Format("2006-01-02 15:04") != want {
				t.Errorf("%s: %s, want %s", c.expression, at, want)
			}
		}
	}
}

func TestNextIsLater(t *testing.T) {
	e := parse(t, "30 2 * * *")
	at := time.Date(2026, 1, 1, 2, 29, 59, 999_999_999, time.UTC)
	if got := e.Next(at, time.UTC); !got.Equal(time.Date(2026, 1, 1, 2, 30, 0, 0, time.UTC)) {
		t.Errorf("just before: %s", got)
	}
	if got := e.Next(at.Add(1), time.UTC); got.Day() != 2 {
		t.Errorf("at the moment itself: %s", got)
	}
}

func TestParseRefuses(t *testing.T) {
	for expression, want := range map[string]string{
		"":                       "five fields",
		"* * * *":                "not 4",
		"0 * * * * *":            "not 6",
		"60 * * * *":             `minute that holds "60", which is not a number from 0 to 59`,
		"* 24 * * *":             "hour",
		"* * 0 * *":              "day of month",
		"* * 32 * *":             "day of month",
		"* * * 13 *":             "month",
		"* * * * 8":              "day of week",
		"* * * foo *":            `"foo"`,
		"* * * monday *":         `"monday"`,
		"* * * * monday":         "a name such as mon",
		"a * * * *":              "minute",
		"-1 * * * *":             "minute",
		"+1 * * * *":             "minute",
		"1.5 * * * *":            "minute",
		"1, * * * *":             "minute",
		"1-2-3 * * * *":          "minute",
		"30-10 * * * *":          "end comes before",
		"* * * * fri-mon":        "end comes before",
		"*/0 * * * *":            `step "0"`,
		"*/61 * * * *":           "from 1 to 60",
		"*/ * * * *":             "step",
		"*/x * * * *":            "step",
		"** * * * *":             "minute",
		"? * * * *":              "minute",
		"* * L * *":              "day of month",
		"* * * * 5#3":            "day of week",
		"99999999999999 * * * *": "minute",
		"０ * * * *":              "minute", // a digit, but not an ASCII one
		"0 0 30 2 *":             "never comes due",
		"0 0 31 4,6,9,11 *":      "never comes due",
		"0 0 30-31 feb */2":      "never comes due",
		"@every 1h":              "cannot be @every",
		"@every":                 "@every",
		"@reboot":                "@reboot",
		"@daily 1":               "alone",
		"TZ=UTC 0 0 * * *":       "time zone",
		"CRON_TZ=UTC 0 0 * * *":  "time zone",
		"TZ=UTC":                 "time zone",
	} {
		if _, err := cron.Parse(expression); err == nil {
			t.Errorf("%q was accepted", expression)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", expression, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("*/5 0-23/2 1,15 jan-mar mon")
	f.Add("0 0 29 2 */6")
	f.Add("@daily")
	f.Fuzz(func(t *testing.T, s string) {
		e, err := cron.Parse(s)
		if err != nil {
			return
		}
		at := time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC)
		if next := e.Next(at, zone(t, "Europe/Berlin")); !next.After(at) {
			t.Errorf("%q comes due at %s, which is not after %s", s, next, at)
		}
	})
}

func TestZone(t *testing.T) {
	for _, name := range []string{"", "UTC", "Europe/Berlin", "America/Argentina/Ushuaia", "Etc/GMT+5"} {
		for range 2 {
			if z, err := cron.Zone(name); err != nil || name != "" && z.String() != name {
				t.Errorf("%q: %v, %v", name, z, err)
			}
		}
	}
	for _, name := range []string{"Local", "localtime", "right/UTC", "posix/UTC", "Europe/Nowhere", "europe/berlin", "../../etc/passwd", "/etc/localtime", "+02:00", "CEST", "Europe", " UTC"} {
		if _, err := cron.Zone(name); err == nil {
			t.Errorf("%q was accepted", name)
		}
	}
}

func BenchmarkNext(b *testing.B) {
	berlin := zone(b, "Europe/Berlin")
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, s := range []string{"30 2 * * *", "*/5 * * * *", "0 0 29 2 */6"} {
		e := parse(b, s)
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				e.Next(at, berlin)
			}
		})
	}
}
