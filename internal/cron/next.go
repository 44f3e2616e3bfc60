package cron

import (
	"time"
)

// Next returns the first match after t, by the clocks of a zone. Around clock changes:
//
//   - A match within the time skipped in spring runs once, at the moment of the
//     change.
//   - A match within the time repeated in autumn runs the first time only.
//   - An expression for every hour of the day follows elapsed hours: it keeps its
//     pace through both changes, as long as clocks change by whole hours.
func (e Expression) Next(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone)
	_, offset := t.Zone()
	start, end := t.ZoneBounds()
	from := nextMinute(wall(t, offset))
	if !start.IsZero() { // t may be in a repeated hour
		before := offsetAt(start.Add(-time.Second), zone)
		if seen := wall(start, before); !e.keepsPace(offset-before) && from.Before(seen) {
			from = seen
		}
	}
	// Between two clock changes a zone has one offset, so the expression is evaluated without
	// zones.
	for {
		due := e.next(from)
		if due.IsZero() { // the zero Expression
			return due
		}
		at := due.Add(-time.Duration(offset) * time.Second)
		if end.IsZero() || at.Before(end) {
			return at.In(zone)
		}
		change, before := end, offset
		offset = offsetAt(change, zone)
		_, end = change.In(zone).ZoneBounds()
		last, first := wall(change, before), wall(change, offset) // local times just before and after the change
		switch {
		case e.keepsPace(offset - before):
			from = first
		case due.Before(first): // and not before last: within the skipped time
			return change.In(zone)
		case first.After(last):
			from = first
		default:
			from = last
		}
	}
}

// keepsPace reports whether e is unaffected by a clock change of so many seconds.
func (e Expression) keepsPace(seconds int) bool {
	const everyHour = 1<<24 - 1
	return e.hours == everyHour && seconds%3600 == 0
}

func offsetAt(t time.Time, zone *time.Location) int {
	_, offset := t.In(zone).Zone()
	return offset
}

// wall returns the local time at t for an offset, as if it were UTC.
func wall(t time.Time, offset int) time.Time {
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

func nextMinute(t time.Time) time.Time { return t.Truncate(time.Minute).Add(time.Minute) }

// next returns the first match at or after from, a local time without clock changes.
func (e Expression) next(from time.Time) time.Time {
	if up := from.Truncate(time.Minute); up.Before(from) {
		from = up.Add(time.Minute)
	}
	year, month, day := from.Date()
	clock := from.Hour()*60 + from.Minute() // the first minute of the day to consider
	// The calendar repeats every 400 years.
	for last := year + 400; year <= last; {
		switch {
		case month > time.December:
			year, month, day, clock = year+1, time.January, 1, 0
		case e.months&(1<<month) == 0 || day > daysIn(year, month):
			month, day, clock = month+1, 1, 0
		default:
			if e.hasDay(year, month, day) {
				if minute, found := e.minuteOfDay(clock); found {
					return time.Date(year, month, day, 0, minute, 0, 0, time.UTC)
				}
			}
			day, clock = day+1, 0
		}
	}
	return time.Time{}
}

func (e Expression) hasDay(year int, month time.Month, day int) bool {
	inMonth := e.days&(1<<day) != 0
	inWeek := e.weekdays&(1<<time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Weekday()) != 0
	if e.anyDay || e.anyWeekday {
		return inMonth && inWeek
	}
	return inMonth || inWeek
}

// minuteOfDay returns the first matching minute of a day, counted from midnight, at or after
// from.
func (e Expression) minuteOfDay(from int) (int, bool) {
	for hour := from / 60; hour < 24; hour++ {
		if e.hours&(1<<hour) == 0 {
			continue
		}
		for minute := max(from-hour*60, 0); minute < 60; minute++ {
			if e.minutes&(1<<minute) != 0 {
				return hour*60 + minute, true
			}
		}
	}
	return 0, false
}

func daysIn(year int, month time.Month) int {
	if month == time.February && (year%4 != 0 || year%100 == 0 && year%400 != 0) {
		return 28
	}
	return mostDays[month-1]
}
