package vigil

import "time"

// Fix is a change that removes a vulnerability, proposed by a language model. It is shown only once
// the engine has proven it.
type Fix struct {
	VulnerabilityID ID
	RepositoryID    ID
	Model           Model
	Status          FixStatus
	Branch          string // that it is for
	ScanID          ID     // the scan that proposes and proves it
	Diff            string // a unified diff, "" unless it is proven
	Summary         string // the model's own words, "" unless it is proven
	Proof           FixProof
	Reason          string // why there is none, a Refusal or a FixFailure
	Detail          string // of the reason
	Requester       string // the name of a key
	// OpenPullRequest says that a pull request is to be opened once the diff is proven. PullRequest
	// is that one, with number 0 if there is none, PullRequestProblem why not, and FixScanID the
	// scan of its branch.
	OpenPullRequest    bool
	PullRequest        PullRequest
	PullRequestProblem string
	FixScanID          ID
	CreatedAt          time.Time
	EndedAt            time.Time // zero until it ends
}

// PullRequest is a pull request at a code host. URL may be empty.
type PullRequest struct {
	Number int64
	URL    string
}

// FixBranch is the branch with the fix of a vulnerability.
func FixBranch(vulnerability ID) string { return "vigil-fix/" + string(vulnerability) }

// FixStatus is what became of a fix.
type FixStatus string

const (
	FixQueued FixStatus = "queued" // its scan has not proven it so far
	FixProven FixStatus = "proven"
	FixFailed FixStatus = "failed"
)

// FixStatuses lists the statuses.
var FixStatuses = []FixStatus{FixQueued, FixProven, FixFailed}

// Reasons other than a Refusal why there is no fix.
const (
	FixNotAsked   = "model_not_asked" // no key, a repository that is not listed, or a spent budget
	FixNoAnswer   = "no_answer"       // the model gave none that can be used
	FixNotFound   = "not_found"       // the scan no longer finds the vulnerability
	FixScanFailed = "scan_failed"     // the scan failed or was canceled
)

// Edit replaces a text in a file. It is easier to get right than a diff, whose counts and line
// numbers have to match.
type Edit struct {
	File string `json:"file"`
	Old  string `json:"old"` // whole lines, which the file has exactly once
	New  string `json:"new"`
}

// MaxEdits is how many edits a change may have.
const MaxEdits = 20

// ChangedFile is the content of a file before and after a change.
type ChangedFile struct{ Old, New []byte }

// ProvenChange is a change that the engine has proven.
type ProvenChange struct {
	Title string // one line
	Diff  string
	Files map[string]ChangedFile
	Proof FixProof
}

// FixProof is what the engine found out about a fix: the number of times it finds the vulnerability
// before and after, and what else it finds only after.
type FixProof struct {
	Before    int    `json:"before"`
	After     int    `json:"after"`
	New       int    `json:"new"`
	AlsoFixed int    `json:"also_fixed"` // other findings that are gone
	Engine    string `json:"engine"`     // the version of the detector that found it
	Commit    string `json:"commit"`     // that the diff applies to
}
