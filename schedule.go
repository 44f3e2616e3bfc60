package vigil

import (
	"slices"
	"time"
)

// ScanMode says how much of a repository a scan looks at.
type ScanMode string

const (
	FullScan ScanMode = "full"
	DiffScan ScanMode = "diff" // what changed since the last completed scan of the branch, if there is one
)

// ScanModes lists the modes there are. The first is the default.
var ScanModes = []ScanMode{FullScan, DiffScan}

// Valid reports whether m is one of ScanModes.
func (m ScanMode) Valid() bool { return slices.Contains(ScanModes, m) }

// Schedule starts scans of some repositories by the clock.
type Schedule struct {
	ID            ID
	Name          string
	RepositoryIDs []ID   // each once; one of them may be gone by now
	Branch        string // empty: each repository's default branch
	Cron          string // five fields, or a name such as @daily
	TimeZone      string // an IANA name; empty: UTC
	Mode          ScanMode
	Model         Model
	NextRunAt     time.Time // zero: it is not active
	LastRunAt     time.Time // zero: not yet
	CreatedAt     time.Time

	// Revision counts the changes, runs included. A change is made to the revision
	// that was read, or not at all.
	Revision int64
}

// Active reports whether s starts scans.
func (s Schedule) Active() bool { return !s.NextRunAt.IsZero() }

// MaxScheduleRepositories is how many repositories a schedule may have. They are
// all started in one transaction.
const MaxScheduleRepositories = 1000
