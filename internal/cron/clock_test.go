package cron_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"vigil/internal/cron"
)

// clocks are zones with different clock changes: by an hour at night, at midnight, by half an
// hour, on the southern hemisphere, around Ramadan, or none.
var clocks = []string{
	"America/New_York", "Europe/Berlin", "Europe/London", "Australia/Sydney", "Australia/Lord_Howe", "America/Santiago", "America/Havana",
	"Africa/Cairo", "Asia/Beirut", "Africa/Casablanca", "Atlantic/Azores", "America/Nuuk", "Pacific/Chatham", "America/St_Johns",
	"Asia/Kolkata", "UTC",
}

const layout = "2006-01-02 15:04 -0700"

func TestChangesOfTheClock(t *testing.T) {
	for _, c := range []struct{ zone, expression, from, want string }{
		// Skipped in spring: once, at the clock change.
		{"America/New_York", "30 2 * * *", "2026-03-07 12:00", "2026-03-08 03:00 -0400, 2026-03-09 02:30 -0400"},
		{"Europe/Berlin", "30 2 * * *", "2026-03-28 12:00", "2026-03-29 03:00 +0200, 2026-03-30 02:30 +0200"},
		{"Europe/Berlin", "*/20 2 * * *", "2026-03-28 12:00", "2026-03-29 03:00 +0200, 2026-03-30 02:00 +0200"},
		{"Europe/Berlin", "0 2,3 * * *", "2026-03-28 12:00", "2026-03-29 03:00 +0200, 2026-03-30 02:00 +0200"},
		{"America/Havana", "0 0 * * *", "2026-03-07 12:00", "2026-03-08 01:00 -0400, 2026-03-09 00:00 -0400"},
		{"Africa/Cairo", "15 0 * * *", "2026-04-23 12:00", "2026-04-24 01:00 +0300, 2026-04-25 00:15 +0300"},
		{"Australia/Lord_Howe", "15 2 * * *", "2026-10-03 12:00", "2026-10-04 02:30 +1100, 2026-10-05 02:15 +1100"},
		// Only on Sunday: the day is skipped only in part.
		{"Europe/Berlin", "30 2 * * 0", "2026-03-28 12:00", "2026-03-29 03:00 +0200, 2026-04-05 02:30 +0200"},
		{"Europe/Berlin", "30 2 29 3 *", "2026-03-28 12:00", "2026-03-29 03:00 +0200, 2027-03-29 02:30 +0200"},
		// Repeated in autumn: the first time only.
		{"America/New_York", "30 1 * * *", "2026-10-31 12:00", "2026-11-01 01:30 -0400, 2026-11-02 01:30 -0500"},
		{"Europe/Berlin", "30 2 * * *", "2026-10-24 12:00", "2026-10-25 02:30 +0200, 2026-10-26 02:30 +0100"},
		{"Europe/Berlin", "0 */2 * * *", "2026-10-24 23:00", "2026-10-25 00:00 +0200, 2026-10-25 02:00 +0200, 2026-10-25 04:00 +0100"},
		{"America/Havana", "30 0 * * *", "2026-10-31 12:00", "2026-11-01 00:30 -0400, 2026-11-02 00:30 -0500"},
		{"America/Santiago", "30 23 * * *", "2026-04-04 12:00", "2026-04-04 23:30 -0300, 2026-04-05 23:30 -0400"}, // 24:00 is 23:00 again
		{"Australia/Lord_Howe", "45 1 * * *", "2026-04-04 12:00", "2026-04-05 01:45 +1100, 2026-04-06 01:45 +1030"},
		// Every hour: by elapsed time.
		{"America/New_York", "0 * * * *", "2026-11-01 00:30", "2026-11-01 01:00 -0400, 2026-11-01 01:00 -0500, 2026-11-01 02:00 -0500"},
		{"America/New_York", "*/30 * * * *", "2026-11-01 00:45", "2026-11-01 01:00 -0400, 2026-11-01 01:30 -0400, 2026-11-01 01:00 -0500, 2026-11-01 01:30 -0500, 2026-11-01 02:00 -0500"},
		{"America/New_York", "30 * * * *", "2026-03-08 00:45", "2026-03-08 01:30 -0500, 2026-03-08 03:30 -0400"},
		{"America/New_York", "*/30 * * * *", "2026-03-08 01:15", "2026-03-08 01:30 -0500, 2026-03-08 03:00 -0400"},
		// Every hour, with a clock change of half an hour.
		{"Australia/Lord_Howe", "45 * * * *", "2026-04-05 01:00", "2026-04-05 01:45 +1100, 2026-04-05 02:45 +1030"},
		{"Australia/Lord_Howe", "15 * * * *", "2026-10-04 01:00", "2026-10-04 01:15 +1030, 2026-10-04 02:30 +1100, 2026-10-04 03:15 +1100"},
		// A whole day is skipped.
		{"Pacific/Apia", "0 12 * * *", "2011-12-29 00:00", "2011-12-29 12:00 -1000, 2011-12-31 00:00 +1400, 2011-12-31 12:00 +1400"},
	} {
		z := zone(t, c.zone)
		at, err := time.ParseInLocation("2006-01-02 15:04", c.from, z)
		if err != nil {
			t.Fatal(err)
		}
		e := parse(t, c.expression)
		for want := range strings.SplitSeq(c.want, ", ") {
			if at = e.Next(at, z); at.Format(layout) != want {
				t.Errorf("%s, %s: %s, want %s", c.zone, c.expression, at.Format(layout), want)
			}
		}
	}
}

// changes returns the clock changes of a zone in three years.
func changes(z *time.Location) (out []time.Time) {
	for at := time.Date(2026, 1, 1, 0, 0, 0, 0, z); ; {
		_, end := at.ZoneBounds()
		if end.IsZero() || end.Year() > 2028 {
			return out
		}
		at = end
		out = append(out, at)
	}
}

// watch is the oracle: it finds the matches between two moments by watching a wall clock minute
// by minute, without knowing about offsets. has reports whether the expression contains a local
// time.
func watch(has func(time.Time) bool, keepsPace func(jump time.Duration) bool, from, to time.Time, z *time.Location) (due []time.Time) {
	shows := func(at time.Time) time.Time { // the local time, as if it were UTC
		at = at.In(z)
		return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), 0, 0, time.UTC)
	}
	const before = 30 * time.Hour // long enough to know what was seen before
	at := from.Add(-before)
	latest := shows(at) // the latest local time seen
	for at = at.Add(time.Minute); !at.After(to); at = at.Add(time.Minute) {
		now, fires := shows(at), false
		switch jump := now.Sub(shows(at.Add(-time.Minute))) - time.Minute; {
		case jump != 0 && keepsPace(jump):
			fires, latest = has(now), now
		default:
			for t := latest.Add(time.Minute); !t.After(now); t = t.Add(time.Minute) {
				fires = fires || has(t)
				latest = t
			}
		}
		if fires && at.After(from) {
			due = append(due, at.In(z))
		}
	}
	return due
}

// compare compares Next with the oracle.
func compare(e cron.Expression, from, to time.Time, z *time.Location) error {
	has := func(t time.Time) bool { return e.Next(t.Add(-time.Minute), time.UTC).Equal(t) }
	everyHour := true
	for hour := range 24 {
		everyHour = everyHour && cron.HasHour(e, hour)
	}
	keepsPace := func(jump time.Duration) bool { return everyHour && jump%time.Hour == 0 }
	at := from
	for _, want := range watch(has, keepsPace, from, to, z) {
		if at = e.Next(at, z); !at.Equal(want) {
			return fmt.Errorf("%s: next is %s, and by the clock %s", z, at.Format(layout), want.Format(layout))
		}
	}
	if at = e.Next(at, z); !at.After(to) {
		return fmt.Errorf("%s: next is %s, and by the clock nothing before %s", z, at.Format(layout), to.Format(layout))
	}
	return nil
}

// TestAroundEveryChange checks every clock change of three years in all zones.
func TestAroundEveryChange(t *testing.T) {
	expressions := []string{"30 2 * * *", "0 0 * * *", "*/7 1-3 * * *", "59 23 * * *", "15 * * * *", "*/25 * * * *", "0 */2 * * *", "30 0,1,2,3 * * 0", "5 2 1-31/2 * *"}
	seen := 0
	for _, name := range clocks {
		z := zone(t, name)
		for _, change := range changes(z) {
			seen++
			for _, s := range expressions {
				if err := compare(parse(t, s), change.Add(-26*time.Hour), change.Add(26*time.Hour), z); err != nil {
					t.Errorf("%s: %v", s, err)
				}
			}
		}
	}
	if seen < 70 {
		t.Errorf("only %d changes were looked at", seen)
	}
}

// TestOnceADay walks three years in every zone: a daily expression matches once per day, about
// a day apart, whatever the clock changes.
func TestOnceADay(t *testing.T) {
	const days = 365 + 365 + 366
	for _, name := range clocks {
		z := zone(t, name)
		for _, s := range []string{"30 2 * * *", "0 0 * * *", "30 1 * * *", "45 23 * * *"} {
			e := parse(t, s)
			at := time.Date(2025, 12, 31, 23, 59, 0, 0, z)
			for n := range days {
				before := at
				at = e.Next(at, z)
				if apart := at.Sub(before); n > 0 && (apart < 22*time.Hour || apart > 26*time.Hour) {
					t.Errorf("%s in %s: came due at %s and then at %s", s, name, before, at)
				}
			}
			if at = e.Next(at, z); at.Format(time.DateOnly) != "2029-01-01" {
				t.Errorf("%s in %s: after %d times comes %s", s, name, days, at)
			}
		}
	}
}

// TestAnyExpression chooses expression, zone, and time at random.
func TestAnyExpression(t *testing.T) {
	type span struct {
		zone   *time.Location
		change time.Time
	}
	var spans []span
	for _, name := range clocks {
		z := zone(t, name)
		for _, change := range changes(z) {
			spans = append(spans, span{z, change})
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		field := func(name string, low, high int) string {
			n := func() int { return rapid.IntRange(low, high).Draw(r, name) }
			switch rapid.IntRange(0, 5).Draw(r, "form of "+name) {
			case 0, 1:
				return "*"
			case 2:
				return fmt.Sprint(n())
			case 3:
				a, b := n(), n()
				return fmt.Sprintf("%d-%d", min(a, b), max(a, b))
			case 4:
				return fmt.Sprintf("*/%d", rapid.IntRange(1, high-low+1).Draw(r, "step of "+name))
			}
			return fmt.Sprintf("%d,%d", n(), n())
		}
		s := strings.Join([]string{field("minute", 0, 59), field("hour", 0, 23), field("day", 1, 31), field("month", 1, 12), field("weekday", 0, 6)}, " ")
		e, err := cron.Parse(s)
		if err != nil {
			r.Skip(s)
		}
		at := rapid.SampledFrom(spans).Draw(r, "change")
		from := at.change.Add(time.Duration(rapid.IntRange(-90, 90).Draw(r, "minutes")) * time.Minute)
		if err := compare(e, from, from.Add(4*time.Hour), at.zone); err != nil {
			r.Fatalf("%s: %v", s, err)
		}
	})
}
