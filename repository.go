package vigil

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Provider is the host of a repository.
type Provider string

const (
	GitHub Provider = "github"
	GitLab Provider = "gitlab"
	Zip    Provider = "zip" // uploaded as an archive
)

// Providers lists every provider.
var Providers = []Provider{GitHub, GitLab, Zip}

// Valid reports whether p is one of Providers.
func (p Provider) Valid() bool { return slices.Contains(Providers, p) }

// PullRequestRef returns the git ref under which hosts of this provider expose the
// commits of a pull request. It is used in place of a branch name.
func (p Provider) PullRequestRef(number int64) string {
	if p == GitLab {
		return fmt.Sprintf("refs/merge-requests/%d/head", number)
	}
	return fmt.Sprintf("refs/pull/%d/head", number)
}

// IsPullRequestRef reports whether a branch name is a PullRequestRef.
func IsPullRequestRef(branch string) bool {
	return strings.HasPrefix(branch, "refs/pull/") || strings.HasPrefix(branch, "refs/merge-requests/")
}

// Repository is a tracked source tree. It is created by its first scan; provider and
// full name are unique within a team, ignoring case.
type Repository struct {
	ID             ID
	FullName       string // as first given: acme/platform/api
	Provider       Provider
	DefaultBranch  string
	WebURL         string // empty: there is no page to show
	FailOnSeverity Level  // empty: no gate
	ScanCount      int
	Open           Counts    // vulnerabilities with status open
	LastScanAt     time.Time // when the last completed scan ended; zero: none yet
	CreatedAt      time.Time
}

// AssumedBranch is the default branch of a repository before its first scan has read
// the real one.
const AssumedBranch = "main"

// MaxFullNameLength is the maximum length of a full name, in characters.
const MaxFullNameLength = 400

// Name returns the last part of the full name.
func (r Repository) Name() string { return r.FullName[strings.LastIndexByte(r.FullName, '/')+1:] }

// FoldName returns the case-folded full name used for comparison.
func FoldName(fullName string) string { return strings.ToLower(fullName) }

// ValidName reports whether s is a valid full name: segments separated by slashes,
// none of them empty, "." or "..", and nothing unprintable.
func ValidName(s string) bool {
	if s == "" || utf8.RuneCountInString(s) > MaxFullNameLength || !utf8.ValidString(s) {
		return false
	}
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == '\\' }) {
		return false
	}
	for part := range strings.SplitSeq(s, "/") {
		if part == "" || part == "." || part == ".." || strings.TrimSpace(part) != part {
			return false
		}
	}
	return true
}

// CheckName returns an error for param unless s is a valid full name.
func CheckName(param, s string) error {
	switch {
	case s == "":
		return InvalidError(param, "must not be empty")
	case strings.Contains(s, ":") || strings.HasSuffix(s, ".git"):
		return InvalidError(param, "must be a name such as acme/api, not a URL, and without .git")
	case strings.Contains(s, ","):
		return InvalidError(param, "must not hold a comma, which separates names in filters")
	case utf8.RuneCountInString(s) > MaxFullNameLength:
		return InvalidError(param, "must be at most %d characters long", MaxFullNameLength)
	case !ValidName(s):
		return InvalidError(param, "must be a name such as acme/api: parts between slashes, none of them empty or made of dots alone")
	}
	return nil
}

// ChooseRepository picks one of the repositories with the same name, of which each
// provider has at most one. p selects the provider, and may be empty if there is only
// one.
func ChooseRepository(named []Repository, p Provider) (Repository, error) {
	var found []Repository
	for _, r := range named {
		if p == "" || r.Provider == p {
			found = append(found, r)
		}
	}
	switch len(found) {
	case 0:
		return Repository{}, MissingError("repository")
	case 1:
		return found[0], nil
	}
	return Repository{}, &Error{Kind: Conflict, Code: "repository_ambiguous", Param: "provider",
		Message: "Several providers have a repository of this name: say which with \"provider\", or use its id."}
}
