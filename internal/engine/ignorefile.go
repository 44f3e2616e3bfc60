package engine

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// IgnoreFile is the name of the file at the root of a tree that lists paths whose findings
// are suppressed.
const IgnoreFile = ".vigilignore"

// maxPatterns limits the number of patterns. Each is tried on many paths, and the file
// is written by the author of the repository.
const maxPatterns = 200

// ignorePattern is one line of the ignore file.
type ignorePattern struct {
	gitignore.Pattern
	line    int
	text    string
	until   string // as written
	problem string // why the pattern is not applied, if it is not
	used    bool   // it matches a file
}

// readIgnoreFile parses an ignore file. A pattern that has expired, or whose date does not
// parse, is not applied: whatever hides findings must be unambiguous.
func readIgnoreFile(content string, now time.Time) []*ignorePattern {
	var out []*ignorePattern
	problem, until := "", "" // of the next pattern
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimRight(line, "\r")
		if comment, ok := strings.CutPrefix(strings.TrimSpace(line), "#"); ok {
			if words := strings.Fields(comment); len(words) >= 2 && words[0] == "until" {
				until = words[1]
				day, err := time.Parse(time.DateOnly, until)
				switch {
				case err != nil:
					problem = words[1] + " is not a date such as 2027-01-31"
				case !now.IsZero() && !now.Before(day.AddDate(0, 0, 1)):
					problem = "it expired on " + words[1]
				default:
					problem = ""
				}
			}
			continue
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		p := &ignorePattern{Pattern: gitignore.ParsePattern(line, nil), line: i + 1, text: line, until: until, problem: problem}
		problem, until = "", ""
		if len(out) == maxPatterns {
			p.problem = "only the first " + strconv.Itoa(maxPatterns) + " patterns count"
			return append(out, p)
		}
		out = append(out, p)
	}
	return out
}

// ignoredBy returns the line of the ignore file that suppresses the findings in a file, 0
// if there is none. As in git, the last matching pattern wins.
func ignoredBy(patterns []*ignorePattern, path string) int {
	parts := strings.Split(path, "/")
	for i := len(patterns) - 1; i >= 0; i-- {
		p := patterns[i]
		if p.problem != "" {
			continue
		}
		switch p.Match(parts, false) {
		case gitignore.Exclude:
			return p.line
		case gitignore.Include:
			return 0
		}
	}
	return 0
}

// Ignore returns the skips after the ignore file with this content has excluded those of its
// paths. It is for files that are not in the tree.
func Ignore(content string, now time.Time, skips []Skip) []Skip {
	skips = slices.Clone(skips)
	excludeIgnored(readIgnoreFile(content, now), skips)
	return skips
}

// findUnused marks the patterns that match no file of the tree, nor one that was left out of it.
func findUnused(patterns []*ignorePattern, tree *Tree, leftOut []string) {
	left := patterns
	paths := make([]string, 0, len(tree.files)+len(leftOut))
	for _, f := range tree.files {
		paths = append(paths, f.Path)
	}
	for _, path := range append(paths, leftOut...) {
		if len(left) == 0 {
			return
		}
		parts := strings.Split(path, "/")
		var still []*ignorePattern
		for _, p := range left {
			if p.used = p.Match(parts, false) != gitignore.NoMatch; !p.used {
				still = append(still, p)
			}
		}
		left = still
	}
	for _, p := range left {
		if p.problem == "" {
			p.problem = "it matches no file"
		}
	}
}
