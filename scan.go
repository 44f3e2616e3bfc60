package vigil

import (
	"slices"
	"strings"
	"time"
)

// ScanStatus is the status of a scan. It goes from queued to running to one of the
// other three, and never back.
type ScanStatus string

const (
	ScanQueued    ScanStatus = "queued"
	ScanRunning   ScanStatus = "running"
	ScanCompleted ScanStatus = "completed"
	ScanFailed    ScanStatus = "failed"
	ScanCanceled  ScanStatus = "canceled"
)

// ScanStatuses lists every status.
var ScanStatuses = []ScanStatus{ScanQueued, ScanRunning, ScanCompleted, ScanFailed, ScanCanceled}

// Done reports whether a scan with this status has finished.
func (s ScanStatus) Done() bool {
	return s == ScanCompleted || s == ScanFailed || s == ScanCanceled
}

// CanBecome reports whether the transition from s to next is allowed.
func (s ScanStatus) CanBecome(next ScanStatus) bool {
	switch s {
	case ScanQueued:
		return next == ScanRunning || next == ScanFailed || next == ScanCanceled
	case ScanRunning:
		return next.Done()
	}
	return false
}

// ScanKind is the scope of a scan: a branch, a pull request, or a fix.
type ScanKind string

const (
	MainScan        ScanKind = "main" // a branch
	PullRequestScan ScanKind = "pr"   // what a pull request changes against its merge base
	FixScan         ScanKind = "fix"  // earlier findings, tested again on a fix branch
)

// Model is the language model that reviews the findings of a scan. Empty means none.
type Model string

// Models lists the models that can be requested.
var Models = []Model{"haiku", "sonnet", "opus"}

// Valid reports whether m is one of Models.
func (m Model) Valid() bool { return slices.Contains(Models, m) }

// Scan is the analysis of one commit of a repository. It starts as queued, and its
// findings are recorded when it completes.
type Scan struct {
	ID           ID
	RepositoryID ID
	Repository   string // full name, as first given
	Name         string
	Status       ScanStatus
	Progress     int // 0–100
	Language     string
	Kind         ScanKind
	Mode         ScanMode
	Branch       string // of a pull request: the one it is to be merged into
	CommitSHA    string // empty until the source was read
	PullRequest  int64  // 0: none
	Model        Model
	Found        Counts // all that the scan saw, known before or not
	CreatedAt    time.Time
	EndedAt      time.Time // zero until it ends

	// FollowsDefault says that nobody asked for this branch: the scan takes the
	// repository's default branch, and Branch is what that was thought to be.
	FollowsDefault bool
}

// CheckBranch returns an error for param unless name is a valid git branch name. It
// implements the rules of git-check-ref-format that matter here.
func CheckBranch(param, name string) error {
	if err := CheckText(param, name, MaxNameLength); err != nil {
		return err
	}
	bad := strings.ContainsAny(name, " ~^:?*[\\") || strings.Contains(name, "..") || strings.Contains(name, "@{") ||
		strings.HasPrefix(name, "-") || strings.HasSuffix(name, ".") || name == "@"
	for part := range strings.SplitSeq(name, "/") {
		bad = bad || part == "" || strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".lock")
	}
	if bad {
		return InvalidError(param, "is not a valid branch name")
	}
	return nil
}

// ScanRoutes is the API description that a scan discovered in the source. The zero
// value means none.
type ScanRoutes struct {
	Format     string // "json" or "yaml", as the repository's own description has it
	JSON, YAML []byte // the same in both, compressed with gzip
}

// Import is the results of another tool, recorded by a scan instead of an analysis of
// source.
type Import struct {
	Commit   string // that the tool looked at; empty: not known
	Partial  bool   // it looked at a part: what it does not say is not gone
	Document ID     // of the staged SARIF document
}

// MaxUpload is the maximum size of an uploaded archive.
const MaxUpload = 512 << 20

// MaxImport is the maximum size of an imported document, uncompressed.
const MaxImport = 64 << 20
