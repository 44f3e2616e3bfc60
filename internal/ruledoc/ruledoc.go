// Package ruledoc describes and explains the built-in rules: for `vigil rules list` and
// `explain`, and for the pages in docs/reference/rules, which are generated from the same text.
// Start with [Find]. It does not run rules.
package ruledoc

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"vigil"
	"vigil/api"
	"vigil/internal/engine/pack"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/rulebundle"
)

// Doc is the explanation of a rule.
type Doc struct {
	api.Rule
	Remediation string   `json:"remediation"`
	References  []string `json:"references"`
	// Set for taint rules; others have Patterns.
	Sources    []pack.Part `json:"sources,omitempty"`
	Sinks      []pack.Part `json:"sinks,omitempty"`
	Sanitizers []pack.Part `json:"sanitizers,omitempty"`
	Yields     bool        `json:"yields,omitempty"` // it yields to other rules for the same weakness
	Patterns   []pack.Part `json:"patterns,omitempty"`
	Reported   string      `json:"reported_example"`
	Safe       string      `json:"safe_example"`
	// Measured is the accuracy on our examples and fixture applications.
	Measured pack.Measured `json:"measured"`

	ending string // extension of the example file
}

// Taint reports whether this is a taint rule.
func (d *Doc) Taint() bool { return d.Mode == "taint" }

// Group returns the folder of the rule's file, such as python or kubernetes, under which it is
// listed.
func (d *Doc) Group() string { return path.Base(path.Dir(d.File)) }

// All explains all built-in rules, sorted by ID.
func All() ([]Doc, error) {
	list, err := pack.Rules()
	if err != nil {
		return nil, err
	}
	out := make([]Doc, len(list))
	for i, r := range list {
		if out[i], err = explain(r); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, func(a, b Doc) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}

// Find explains a built-in rule. If there is none with that ID, it returns the most similar
// IDs.
func Find(id string) (_ Doc, similar []string, err error) {
	list, err := pack.Rules()
	if err != nil {
		return Doc{}, nil, err
	}
	var ids []string
	for _, r := range list {
		if strings.EqualFold(r.ID, id) {
			d, err := explain(r)
			return d, nil, err
		}
		ids = append(ids, r.ID)
	}
	return Doc{}, closest(id, ids), nil
}

func explain(r *rules.Rule) (Doc, error) {
	described, err := rulebundle.Describe([]*rules.Rule{r}, vigil.BuiltInRule)
	if err != nil {
		return Doc{}, err
	}
	finding := rulescan.Describe(r)
	all, err := pack.Measure()
	if err != nil {
		return Doc{}, err
	}
	d := Doc{Measured: all.Rules[r.ID], Rule: api.NewRule(described[0]), Remediation: strings.TrimSpace(finding.Remediation), References: unique(finding.References)}
	d.Yields = r.Details().Yields
	keys := map[string]*[]pack.Part{"": &d.Patterns}
	if d.Taint() {
		keys = map[string]*[]pack.Part{"pattern-sources": &d.Sources, "pattern-sinks": &d.Sinks, "pattern-sanitizers": &d.Sanitizers}
	}
	for key, to := range keys {
		if *to, err = pack.Parts(r, key); err != nil {
			return Doc{}, err
		}
	}
	return d, d.readExamples()
}

// readExamples takes the first example of either kind from the files next to the rule.
func (d *Doc) readExamples() error {
	beside, err := fs.Glob(pack.Files(), strings.TrimSuffix(d.File, path.Ext(d.File))+".*")
	if err != nil {
		return err
	}
	for _, p := range beside {
		if p == d.File {
			continue
		}
		text, err := fs.ReadFile(pack.Files(), p)
		if err != nil {
			return fmt.Errorf("read the example of %s: %w", d.ID, err)
		}
		ending := strings.TrimPrefix(path.Ext(p), ".")
		reported, safe := examples(string(text), d.ID, ending)
		if d.Reported == "" && reported != "" {
			d.Reported, d.ending = reported, ending
		}
		if d.Safe == "" {
			d.Safe = safe
		}
	}
	return nil
}

func unique(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
