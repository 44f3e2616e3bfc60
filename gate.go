package vigil

import (
	"fmt"
	"strings"
)

// Limits of what a gate lists. The counts and the coverage have the totals.
const (
	MaxViolations   = 100
	MaxSuppressions = 100
	MaxGaps         = 20
)

// Suppression is an ignore comment, or a pattern of the ignore file.
type Suppression struct {
	FilePath string
	Line     int
	Text     string
}

// GateFacts is what a scan records for its gate. It does not change afterwards, unlike the
// statuses of vulnerabilities and the threshold of the repository.
type GateFacts struct {
	// New are the vulnerabilities that were not known on the branch before the scan, or that a
	// merge base does not have; Persisting those that were; Fixed those that are gone.
	New, Persisting, Fixed Counts
	// Gaps is how much was not examined whole, and Named the first few: what, and why.
	Gaps  int
	Named []string
	// Excluded are the first changed files of a pull request that are not analyzed by design, and
	// ExcludedTotal how many there are.
	Excluded        []string
	ExcludedTotal   int
	Unchecked       []string // what was not looked for at all, by the choice of the operator
	NewSuppressions []Suppression
}

// Gate is the verdict on a scan. [Judge] is the only place that reaches one.
type Gate struct {
	ScanID          ID
	Passed          *bool // nil: unknown
	Reason          string
	FailOnSeverity  Level // empty: none
	Violations      []Vulnerability
	New             Counts
	Persisting      Counts
	Fixed           Counts
	NewSuppressions []Suppression
}

// Judge returns the verdict on a scan that completed and has a threshold; nil: unknown. A
// violation fails the gate even if something was not examined whole: nothing that might still be
// found could make it pass. Otherwise the gate passes only if everything was examined.
func Judge(violations int, gaps bool) (passed *bool) {
	switch {
	case violations > 0:
		return new(false)
	case gaps:
		return nil
	}
	return new(true)
}

// NewGate returns the verdict on a scan by the threshold of its repository. Violations are the
// open vulnerabilities at or above it, worst first: at least MaxViolations+1 of them, if there are
// so many. Facts are nil if the scan was recorded by a version that did not store them.
func NewGate(s Scan, failOn Level, facts *GateFacts, violations []Vulnerability) Gate {
	g := Gate{ScanID: s.ID, FailOnSeverity: failOn, Persisting: s.Found}
	if facts != nil {
		g.New, g.Persisting, g.Fixed, g.NewSuppressions = facts.New, facts.Persisting, facts.Fixed, facts.NewSuppressions
	}
	switch {
	case failOn == "":
		g.Reason = "The repository has no fail_on_severity: nothing is judged."
		return g
	case s.Status != ScanCompleted:
		g.Reason = map[ScanStatus]string{
			ScanFailed: "The scan failed: there is no verdict.", ScanCanceled: "The scan was canceled: there is no verdict.",
		}[s.Status]
		if g.Reason == "" {
			g.Reason = fmt.Sprintf("The scan is %s.", s.Status)
		}
		return g
	}
	g.Violations = violations[:min(len(violations), MaxViolations)]
	gaps := ""
	switch {
	case facts == nil:
		gaps = "The scan was recorded by an earlier version of Vigil, which did not store what was left incomplete: scan again."
	case facts.Gaps > 0:
		gaps = GapSentence(facts.Gaps, facts.Named) + " " + GapAdvice
	}
	g.Passed = Judge(len(violations), gaps != "")
	switch {
	case len(violations) > 0:
		g.Reason = strings.TrimSpace(violationSentence(s, failOn, len(violations)) + " " + gaps)
	case gaps != "":
		g.Reason = gaps
	default:
		g.Reason = passSentence(s, failOn)
		if facts.ExcludedTotal > 0 {
			g.Reason += fmt.Sprintf(" Changed files that are excluded by design: %s.", few(facts.ExcludedTotal, facts.Excluded))
		}
		if len(facts.Unchecked) > 0 {
			g.Reason += fmt.Sprintf(" Out of scope: %s.", few(len(facts.Unchecked), facts.Unchecked))
		}
	}
	return g
}

// GapAdvice says what to do about gaps.
const GapAdvice = "Fix the cause, or exclude the file in .vigilignore on the default branch, and scan again."

// GapSentence says what was not examined whole: n things, of which some are named.
func GapSentence(n int, named []string) string {
	return "Not examined whole: " + few(n, named) + "."
}

// few lists the first names of n.
func few(n int, names []string) string {
	const most = 3
	names = names[:min(len(names), most)]
	text := strings.Join(names, "; ")
	if more := n - len(names); more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

func violationSentence(s Scan, failOn Level, n int) string {
	number, noun := fmt.Sprint(n), "vulnerabilities"
	switch {
	case n == 1:
		noun = "vulnerability"
	case n > MaxViolations:
		number = fmt.Sprintf("More than %d", MaxViolations)
	}
	switch s.Kind {
	case PullRequestScan:
		return fmt.Sprintf("%s new %s at or above %s.", number, noun, failOn)
	case FixScan:
		return fmt.Sprintf("%s %s at or above %s still found.", number, noun, failOn)
	}
	return fmt.Sprintf("%s open %s at or above %s on %s.", number, noun, failOn, branchOf(s))
}

func passSentence(s Scan, failOn Level) string {
	switch s.Kind {
	case PullRequestScan:
		return fmt.Sprintf("No new vulnerability at or above %s.", failOn)
	case FixScan:
		return fmt.Sprintf("No retested vulnerability at or above %s was found again.", failOn)
	}
	return fmt.Sprintf("No open vulnerability at or above %s on %s.", failOn, branchOf(s))
}

func branchOf(s Scan) string {
	if s.Branch == "" {
		return "the branch"
	}
	return s.Branch
}
