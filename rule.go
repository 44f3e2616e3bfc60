package vigil

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Rule is a rule for code as shown to users. Its findings inherit its metadata.
type Rule struct {
	ID         string // not a UUID: the name that its author gave it
	Origin     RuleOrigin
	Status     RuleStatus
	Mode       string // search, or taint for one that follows data
	Languages  []string
	CVSS       string
	Severity   Score
	Confidence Score
	Type       string
	CWE        string
	Title      string
	Message    string
	File       string // in the bundle that it comes from
	Line       int
	Problems   []string // what of it cannot be used, with the place
}

// RuleOrigin is where a rule comes from.
type RuleOrigin string

const (
	BuiltInRule  RuleOrigin = "built_in" // comes with Vigil
	OperatorRule RuleOrigin = "operator" // of whoever runs the server: teams cannot change it
	TeamRule     RuleOrigin = "team"
)

// RuleOrigins lists the origins in ascending precedence: among rules with the same ID,
// those of the last origin are used.
var RuleOrigins = []RuleOrigin{BuiltInRule, TeamRule, OperatorRule}

// RuleStatus is the status of a rule in the scans of a team.
type RuleStatus string

const (
	ActiveRule   RuleStatus = "active"
	UnusableRule RuleStatus = "unusable" // code in its languages cannot be examined
	ReplacedRule RuleStatus = "replaced" // another one is used in its place, or the team wants none of the kind
)

// RuleStatuses lists the statuses.
var RuleStatuses = []RuleStatus{ActiveRule, UnusableRule, ReplacedRule}

// MaxRuleBundle is the maximum size of a bundle as uploaded, in bytes.
const MaxRuleBundle = 5 << 20

// RuleBundle is the custom rules of a team, with the bytes as uploaded.
type RuleBundle struct {
	ID        ID // another one for other bytes
	MediaType string
	Content   []byte // empty where nobody needs it
	SHA256    string // of Content, in hex
	// ReplacesBuiltIn: the built-in rules are not used. Those of the operator always are.
	ReplacesBuiltIn bool
	Rules           []Rule
	CreatedAt       time.Time // when the team brought it
}

// The media types of a bundle: an archive of rule files, or a single file.
const (
	ZipBundle  = "application/zip"
	YAMLBundle = "application/yaml"
)

// RulesOf returns the rules of the server and of a team, ordered by ID, with their
// status for that team.
func RulesOf(server []Rule, b RuleBundle) []Rule {
	all := slices.Concat(server, b.Rules)
	strongest := map[string]int{}
	for _, r := range all {
		strongest[r.ID] = max(strongest[r.ID], slices.Index(RuleOrigins, r.Origin))
	}
	for i := range all {
		r := &all[i]
		if slices.Index(RuleOrigins, r.Origin) < strongest[r.ID] || r.Origin == BuiltInRule && b.ReplacesBuiltIn {
			r.Status = ReplacedRule
		}
	}
	slices.SortFunc(all, func(a, b Rule) int { return cmp.Compare(a.SortKey(), b.SortKey()) })
	return all
}

// SortKey orders rules by ID, then by origin. A space sorts before every character
// that an ID may contain.
func (r Rule) SortKey() string {
	return fmt.Sprintf("%s %s %s:%08d", r.ID, r.Origin, r.File, r.Line)
}
