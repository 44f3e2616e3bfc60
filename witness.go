package vigil

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Proposal claims that a repository has a weakness. Whoever makes it, a person, an agent, or a
// model, is not trusted: it counts only once its witness and its mend have been proven.
type Proposal struct {
	CWE  string // CWE-639
	File string
	Line int // where Code begins, from 1
	// Code is quoted from the file, whole lines or the trimmed beginning of one.
	Code string
	// Witness is one rule in the rule language, as YAML. It matches the weakness, and nothing
	// else than Also.
	Witness string
	Also    []ProposalPlace
	// Mend is a unified diff that removes the weakness.
	Mend string

	// What the proposer says about it, "" if nothing. The findings show it.
	Title, Description, Remediation string
}

// ProposalPlace is another place that a witness is meant to match.
type ProposalPlace struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// String returns the place as path:line.
func (p ProposalPlace) String() string { return p.File + ":" + strconv.Itoa(p.Line) }

// ParseProposalPlace parses path:line.
func ParseProposalPlace(s string) (ProposalPlace, bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 1 {
		return ProposalPlace{}, false
	}
	line, err := strconv.Atoi(s[i+1:])
	return ProposalPlace{s[:i], line}, err == nil && line > 0
}

// Limits of a proposal.
const (
	MaxWitnessBytes  = 16 << 10
	MaxMendBytes     = 64 << 10
	MaxMendLines     = 200 // added and removed
	MaxQuoteBytes    = 8 << 10
	MaxProposalPlace = 20   // of Also
	MaxProposalText  = 4000 // bytes of each text
)

// MaxWitnesses is how many witnesses of a repository are used or waiting to be proven.
const MaxWitnesses = 200

// Hash identifies the rule of a proposal: the same rule for the same weakness is proposed again.
func (p Proposal) Hash() string {
	sum := sha256.Sum256([]byte(NormalCWE(p.CWE) + "\x00" + strings.TrimSpace(strings.ReplaceAll(p.Witness, "\r\n", "\n"))))
	return hex.EncodeToString(sum[:])
}

// WitnessRule is the id of the rule of a witness with this hash. A rule of a team may have the
// same id: then it was promoted.
func WitnessRule(hash string) string { return WitnessRulePrefix + hash[:min(len(hash), 16)] }

// WitnessRulePrefix begins the ids of the rules of witnesses.
const WitnessRulePrefix = "model."

// ModelDetector is the detector of the findings of witnesses.
const ModelDetector = "model"

// Witness is a proposal and what became of it. Once it is proven, its rule is part of every scan
// of the repository.
type Witness struct {
	ID           ID
	RepositoryID ID
	Hash         string // of the proposal
	State        WitnessState
	Proposal     Proposal
	// Rule is the YAML of the rule as scans use it, "" unless it was proven.
	Rule      string
	Branch    string // that it is to be proven on; "": the default branch
	ScanID    ID     // the scan that proved or refused it, or is to
	CommitSHA string // that it was proven on
	Refusal   Refusal
	Detail    string // of the refusal
	Proposer  string // the name of a key, or of a model
	CreatedAt time.Time
	ProvenAt  time.Time // zero: it was not
	// PromotedAt is when its rule became one of the team's; zero: it did not.
	PromotedAt time.Time
}

// RuleID is the id of its rule.
func (w Witness) RuleID() string { return WitnessRule(w.Hash) }

// WitnessState is what became of a proposal.
type WitnessState string

const (
	WitnessProposed  WitnessState = "proposed"  // a scan is to prove it
	WitnessRefused   WitnessState = "refused"   // it could not be proven
	WitnessProven    WitnessState = "proven"    // scans use it
	WitnessConfirmed WitnessState = "confirmed" // scans use it, and a person confirmed a finding of it
	WitnessRetired   WitnessState = "retired"   // somebody removed it
)

// WitnessStates lists the states.
var WitnessStates = []WitnessState{WitnessProposed, WitnessRefused, WitnessProven, WitnessConfirmed, WitnessRetired}

// IsUsed reports whether scans use the witness.
func (s WitnessState) IsUsed() bool { return s == WitnessProven || s == WitnessConfirmed }

// Refusal is why a proposal was refused.
type Refusal string

// The reasons, in the order in which they are examined.
const (
	ProposalInvalid   Refusal = "proposal_invalid"    // a part is missing, too long, or malformed
	MendTooLarge      Refusal = "mend_too_large"      // more than MaxMendLines lines
	MendNotSource     Refusal = "mend_not_source"     // it creates, deletes, or renames a file, or changes one that is not source code
	MendSuppresses    Refusal = "mend_suppresses"     // it adds a comment that hides findings
	WrongPlace        Refusal = "wrong_place"         // the quoted code is elsewhere in the file, or the tree has no such file
	InventedCode      Refusal = "invented_code"       // the file does not have the quoted code
	WitnessInvalid    Refusal = "witness_invalid"     // not exactly one valid rule
	WitnessTooSlow    Refusal = "witness_too_slow"    // an expression that backtracks, or too much time
	WitnessNowhere    Refusal = "witness_nowhere"     // the rule matches nothing
	WitnessElsewhere  Refusal = "witness_elsewhere"   // it matches what it was not meant to
	AlreadyKnown      Refusal = "already_known"       // another witness finds the same weakness there
	MendDoesNotApply  Refusal = "mend_does_not_apply" // its context is not in the file
	MendDoesNotParse  Refusal = "mend_does_not_parse" // a changed file has new syntax errors
	MendRemovesRoute  Refusal = "mend_removes_route"  // an API route is gone
	MendRemovesSymbol Refusal = "mend_removes_symbol" // a function or type is gone
	MendRemovesGuard  Refusal = "mend_removes_guard"  // an API route has lost its access control
	MendNearSecret    Refusal = "mend_near_secret"    // a line that the diff quotes has a secret
	MendReformats     Refusal = "mend_reformats"      // it changes white space only, or adds lines in another style
	MendIneffective   Refusal = "mend_ineffective"    // the rule still matches
	MendNewFindings   Refusal = "mend_new_findings"   // another rule matches now
	MendNotExamined   Refusal = "mend_not_examined"   // a changed file could not be examined whole
	TooManyWitnesses  Refusal = "too_many_witnesses"  // the repository has MaxWitnesses
)

// Refusals lists the reasons.
var Refusals = []Refusal{ProposalInvalid, MendTooLarge, MendNotSource, MendSuppresses, WrongPlace, InventedCode, WitnessInvalid, WitnessTooSlow, WitnessNowhere,
	WitnessElsewhere, AlreadyKnown, MendDoesNotApply, MendDoesNotParse, MendRemovesRoute, MendRemovesSymbol, MendRemovesGuard, MendNearSecret, MendReformats, MendIneffective, MendNewFindings, MendNotExamined, TooManyWitnesses}

// RefusedError says that a proposal is not kept, and why.
type RefusedError struct {
	Reason Refusal
	Detail string // for people; it may quote the proposal
	Part   string // the field of the proposal that is wrong, as the API names it; "": see Reason
}

// Error implements error.
func (e *RefusedError) Error() string { return string(e.Reason) + ": " + e.Detail }

// Refuse returns a RefusedError.
func Refuse(reason Refusal, format string, args ...any) error {
	if !slices.Contains(Refusals, reason) {
		panic("not a reason: " + string(reason))
	}
	return &RefusedError{Reason: reason, Detail: fmt.Sprintf(format, args...)}
}

// IsRefused returns the reason and its detail, if a proposal was refused.
func IsRefused(err error) (reason Refusal, detail string, ok bool) {
	refused, ok := errors.AsType[*RefusedError](err)
	if !ok {
		return "", "", false
	}
	const most = 1000
	detail = refused.Detail
	if len(detail) > most {
		detail = strings.ToValidUTF8(detail[:most], "") + "…"
	}
	return refused.Reason, detail, true
}
