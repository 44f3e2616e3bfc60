package vigil

import (
	"slices"
	"time"
)

// ScanMode is how much of a repository a scan covers.
type ScanMode string

const (
	FullScan ScanMode = "full"
	DiffScan ScanMode = "diff" // the same result, from an earlier one where that is faster
)

// ScanModes lists every mode. The first is the default.
var ScanModes = []ScanMode{FullScan, DiffScan}

// Valid reports whether m is one of ScanModes.
func (m ScanMode) Valid() bool { return slices.Contains(ScanModes, m) }

// Schedule starts scans of repositories by a cron expression.
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

// MaxScheduleRepositories is the maximum number of repositories of a schedule. All of
// them are started in one transaction.
const MaxScheduleRepositories = 1000
