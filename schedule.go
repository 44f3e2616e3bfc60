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
	RepositoryIDs []ID
	Branch        string // empty: each repository's default branch
	Cron          string // five fields, or a name such as @daily
	TimeZone      string // an IANA name; empty: UTC
	Mode          ScanMode
	Model         Model
	Active        bool
	NextRunAt     time.Time // zero when inactive
	LastRunAt     time.Time // zero: not yet
	CreatedAt     time.Time
}
