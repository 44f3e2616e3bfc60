package cron

import (
	"fmt"
	"regexp"
	"sync"
	"time"
	_ "time/tzdata" // fallback for machines without a zone database
)

// zones caches loaded zones: there are some 600 names, and each is a file to read and parse.
var zones sync.Map

// notIANA matches names that Go or the operating system accept but that are not IANA zones: the
// local zone of the server, and clocks that count leap seconds.
var notIANA = regexp.MustCompile(`^(Local|localtime|posixrules|posix/.*|right/.*)$`)

// Zone returns the time zone with an IANA name, such as Europe/Berlin. The empty name
// is UTC.
func Zone(name string) (*time.Location, error) {
	if known, there := zones.Load(name); there {
		return known.(*time.Location), nil
	}
	if notIANA.MatchString(name) {
		return nil, fmt.Errorf("load zone: %s is no IANA name", name)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("load zone: %w", err)
	}
	zones.Store(name, zone)
	return zone, nil
}
