package cron

// HasHour reports whether an expression contains times of an hour.
func HasHour(e Expression, hour int) bool { return e.hours&(1<<hour) != 0 }
