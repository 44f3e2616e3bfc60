package vigil

import (
	"io"
	"slices"
	"strings"
	"time"
)

// ScanStatus is how far a scan has come. It goes from queued to running to one
// of the other three, and never back.
type ScanStatus string

const (
	ScanQueued    ScanStatus = "queued"
	ScanRunning   ScanStatus = "running"
	ScanCompleted ScanStatus = "completed"
	ScanFailed    ScanStatus = "failed"
	ScanCanceled  ScanStatus = "canceled"
)

// ScanStatuses are all of them.
var ScanStatuses = []ScanStatus{ScanQueued, ScanRunning, ScanCompleted, ScanFailed, ScanCanceled}

// Done reports whether a scan with this status has ended.
func (s ScanStatus) Done() bool {
	return s == ScanCompleted || s == ScanFailed || s == ScanCanceled
}

// CanBecome reports whether a scan may go from s to next.
func (s ScanStatus) CanBecome(next ScanStatus) bool {
	switch s {
	case ScanQueued:
		return next == ScanRunning || next == ScanFailed || next == ScanCanceled
	case ScanRunning:
		return next.Done()
	}
	return false
}

// ScanKind says what a scan looks at.
type ScanKind string

const (
	MainScan        ScanKind = "main" // a branch
	PullRequestScan ScanKind = "pr"   // what a pull request changes against its merge base
	FixScan         ScanKind = "fix"  // earlier findings, tested again on a fix branch
)

// Model is the size of the language model that takes a second look at what a
// scan found. The empty Model is none.
type Model string

// Models lists the models that may be asked for.
var Models = []Model{"haiku", "sonnet", "opus"}

// Valid reports whether m is one of Models.
func (m Model) Valid() bool { return slices.Contains(Models, m) }

// Scan is one examination of one commit of a repository. It is made as queued,
// and what it found is recorded when it completes.
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

// CheckBranch returns an error that names param unless name can be the name of
// a git branch. It holds the rules of git-check-ref-format that matter here.
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

// ScanRoutes is the API description that a scan discovered in the source. The
// zero value is none.
type ScanRoutes struct {
	Format     string // "json" or "yaml", as the repository's own description has it
	JSON, YAML []byte // the same in both, compressed with gzip
}

// Import is what another tool found: a scan records it instead of looking itself.
type Import struct {
	Commit   string        // that the tool looked at; empty: not known
	Partial  bool          // it looked at a part: what it does not say is not gone
	Document io.ReadSeeker // SARIF, compressed with gzip
}

// MaxImport is how large a document can be, before it is compressed.
const MaxImport = 64 << 20
