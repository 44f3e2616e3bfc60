package ruletest

import (
	"regexp"
	"slices"
	"strings"
)

// annotation is what a comment in a test file expects of the line below it.
type annotation struct {
	rule  string
	line  int  // that it applies to
	found bool // expects a finding; otherwise none
	open  bool // a todo: any result is right
}

// The marker must be at the start of a comment. A deep or pro annotation requires interfile
// analysis.
var annotationRE = regexp.MustCompile(`(?:#|//|/\*+|<!--|\(\*|--|;|%|\{#|\{\{!--|\{\{!|<%--|@\*|"|')[ \t]*(todo|deep|pro)?(todo)?(deep|pro)?(ruleid|ok)[ \t]*:[ \t]*(.*)`)

var ruleNameRE = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_./:-]*`)

// annotations reads the expectations of a test file for rules. A comment applies to the next
// line that is not itself such a comment.
func annotations(text string, rules []string) []annotation {
	lines := strings.Split(text, "\n")
	var out []annotation
	for i, line := range lines {
		m := annotationRE.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		at := i + 1
		for at < len(lines) && annotationRE.MatchString(lines[at]) && alone(lines[at]) {
			at++
		}
		rest := m[5]
		for _, prefix := range []string{"deepok:", "deepruleid:", "prook:", "proruleid:"} {
			rest = strings.TrimSpace(strings.TrimPrefix(rest, prefix))
		}
		for _, name := range strings.Split(rest, ",") {
			name = ruleNameRE.FindString(strings.TrimSpace(name))
			name = strings.TrimRight(name, "-.:/")
			if !slices.Contains(rules, name) {
				continue
			}
			out = append(out, annotation{rule: name, line: at + 1, found: m[4] == "ruleid", open: m[1]+m[2]+m[3] != ""})
		}
	}
	return out
}

// alone reports whether a line has only the annotation.
func alone(line string) bool {
	loc := annotationRE.FindStringIndex(line)
	return loc != nil && strings.TrimSpace(line[:loc[0]]) == ""
}
