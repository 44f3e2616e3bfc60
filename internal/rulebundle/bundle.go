// Package rulebundle opens the rules that scans use in addition to the built-in ones: bundles
// that teams upload, and those of the operator.
//
// Start with Set, the rules of a scan, and with Checker, which checks an uploaded bundle in a
// sandboxed process before it is stored. Request is the other side of a check, in that process.
//
// The package must not know the database or how rules are applied to a tree.
package rulebundle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"vigil"
	"vigil/internal/cvss"
	"vigil/internal/engine"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/source"
)

// bundleLimits limits the archive of rules that a team uploads. Most of it may be test
// files.
var bundleLimits = source.Limits{Time: 30 * time.Second, Bytes: 64 << 20, Files: 20_000}

// maxRuleBytes is the maximum total size of the rule files of a bundle. Each scan of the
// team reads them all.
const maxRuleBytes = 16 << 20

// open returns the rule files of a team. An invalid archive is a *vigil.Error.
func open(ctx context.Context, b vigil.RuleBundle) (rules.Bundle, error) {
	if b.MediaType == vigil.YAMLBundle {
		return rules.Bundle{{Path: "rules.yaml", Text: b.Content}}, nil
	}
	var unpacked bytes.Buffer
	w := engine.NewSnapshotWriter(&unpacked)
	stats, err := source.WriteZip(ctx, bytes.NewReader(b.Content), int64(len(b.Content)), bundleLimits, w)
	if e, ok := errors.AsType[*vigil.Error](err); ok && e.Kind == vigil.Invalid {
		shown := *e
		shown.Param = "rules"
		if shown.Code == "archive_empty" {
			shown.Code = "rules_invalid"
		}
		return nil, &shown
	}
	if err != nil {
		return nil, err
	}
	for _, s := range stats.Skipped {
		if mayHoldRules(s.Path) { // leaving it out would change the meaning of the bundle
			return nil, refuseRules([]rules.Problem{{Place: rules.Place{Path: s.Path, Line: 1, Column: 1}, Message: s.Reason}})
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	tree, err := engine.ReadSnapshot(bytes.NewReader(unpacked.Bytes()), int64(unpacked.Len()))
	if err != nil {
		return nil, err
	}
	var out rules.Bundle
	size := 0
	for _, f := range tree.Files() {
		if !mayHoldRules(f.Path) {
			continue
		}
		text, err := f.Bytes()
		if err != nil {
			return nil, err
		}
		if !rules.HasRules(text) {
			continue
		}
		if size += len(text); size > maxRuleBytes {
			return nil, refused("The rule files are larger than %d MiB together, which is the limit.", maxRuleBytes>>20)
		}
		out = append(out, rules.File{Path: f.Path, Text: text})
	}
	return out, nil
}

// mayHoldRules reports by its path whether a file is read, as in a folder of rules.
func mayHoldRules(path string) bool {
	return rules.IsRuleFile(path) && !strings.HasPrefix(path, ".") && !strings.Contains(path, "/.")
}

// Describe returns rules in the form that the API shows.
func Describe(list []*rules.Rule, origin vigil.RuleOrigin) ([]vigil.Rule, error) {
	out := make([]vigil.Rule, len(list))
	for i, r := range list {
		d := rulescan.Describe(r)
		out[i] = vigil.Rule{
			ID: r.ID, Origin: origin, Status: vigil.ActiveRule, Mode: "search", Languages: r.Languages,
			CVSS: d.CVSS, Confidence: vigil.ScoreOf(d.Confidence), Type: d.Type, CWE: d.CWE, Title: d.Title, Message: d.Description,
			File: r.Path, Line: r.Line,
		}
		if r.Taint != nil {
			out[i].Mode = "taint"
		}
		if !rulescan.Usable(r) {
			out[i].Status = vigil.UnusableRule
		}
		var err error
		if out[i].Severity, err = cvss.Score(d.CVSS); err != nil {
			return nil, fmt.Errorf("rule %s: %w", r.ID, err)
		}
	}
	return out, nil
}

// Limits of an error about rules.
const (
	maxProblems      = 20
	maxProblemLength = 500
)

// refuseRules is the error for invalid rules.
func refuseRules(problems []rules.Problem) error {
	lines := []string{"The rules are invalid, and nothing was stored:"}
	for i, p := range problems {
		if i == maxProblems {
			lines = append(lines, fmt.Sprintf("and %d more. vigil rules validate shows them all.", len(problems)-i))
			break
		}
		lines = append(lines, clip(p.String(), maxProblemLength))
	}
	return refused("%s", strings.Join(lines, "\n"))
}

func refused(format string, args ...any) error {
	return &vigil.Error{Kind: vigil.Invalid, Code: "rules_invalid", Param: "rules", Message: fmt.Sprintf(format, args...)}
}

// clip shortens a text.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
