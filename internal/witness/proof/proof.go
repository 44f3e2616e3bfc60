// Package proof decides in the sandbox whether a proposed weakness is kept: whether its witness
// matches the quoted code and nothing else, and whether its mend removes the weakness without
// breaking anything that can be checked.
//
// Start with Prover.Open and Ground.Prove. Source is read from a snapshot, changed in memory, and
// written to another snapshot: it is never checked out, and never executed. The package must not
// know the database or who made a proposal.
package proof

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/engine/rules"
	"vigil/internal/examine"
	"vigil/internal/rulebundle"
	"vigil/internal/witness"
)

// Prover proves proposals.
type Prover struct {
	Examiner *examine.Examiner
}

// Ground is a tree on which proposals are proven, and what is known of it.
type Ground struct {
	prover   *Prover
	tree     examine.Tree
	files    map[string]*engine.File
	findings map[string]bool // fingerprints
	routes   routeCounts
	known    []engine.Finding // of witnesses
	skipped  map[string]bool  // see skippedIn
	secrets  []engine.Finding
	engine   string // the version of the detector for code
}

// routeCounts counts routes, and those with a guard.
type routeCounts map[routeKey]struct{ all, guarded int }

type routeKey struct{ method, path string }

func countRoutes(list []engine.Route) routeCounts {
	out := routeCounts{}
	for _, r := range list {
		k := routeKey{r.Method, r.Path}
		n := out[k]
		n.all++
		if r.Guard != "" {
			n.guarded++
		}
		out[k] = n
	}
	return out
}

// keep requires that a change keeps routes and their guards.
func (before routeCounts) keep(after routeCounts) error {
	for r, n := range before {
		switch now := after[r]; {
		case now.all < n.all:
			return vigil.Refuse(vigil.MendRemovesRoute, "the route %s %s is gone", r.method, r.path)
		case now.guarded < n.guarded:
			return vigil.Refuse(vigil.MendRemovesGuard, "the route %s %s has lost its guard", r.method, r.path)
		}
	}
	return nil
}

// maxMendedFile is the maximum size of a file that a mend changes.
const maxMendedFile = 1 << 20

// Open examines a tree without suppressions, for any number of proposals. The rules and witnesses
// of the tree apply.
func (p *Prover) Open(ctx context.Context, t examine.Tree) (*Ground, error) {
	t.Title, t.IgnoreFile, t.Progress = "", new(string), nil
	g := &Ground{prover: p, tree: t, files: map[string]*engine.File{}, findings: map[string]bool{}}
	info, err := t.Snapshot.Stat()
	if err != nil {
		return nil, fmt.Errorf("read snapshot: %w", err)
	}
	tree, err := engine.ReadSnapshot(t.Snapshot, info.Size())
	if err != nil {
		return nil, err
	}
	for _, f := range tree.Files() {
		g.files[f.Path] = f
	}
	report, err := p.examine(ctx, t)
	if err != nil {
		return nil, err
	}
	defer report.Findings.Close()
	for f, err := range report.Findings.All() {
		if err != nil {
			return nil, err
		}
		g.findings[f.Fingerprint] = true
		if f.Detector == all.Model {
			g.known = append(g.known, f)
		}
		if f.Detector == "secrets" {
			g.secrets = append(g.secrets, f)
		}
	}
	g.routes, g.skipped = countRoutes(report.Routes), skippedIn(report)
	for _, c := range report.Coverage {
		if c.Detector == all.Code {
			g.engine = c.Version
		}
	}
	return g, nil
}

// Keep notes that a proposal was kept, so that the same weakness is not kept twice.
func (g *Ground) Keep(p vigil.Proposal) {
	g.known = append(g.known, engine.Finding{Rule: vigil.WitnessRule(p.Hash()), Path: p.File, StartLine: p.Line, CWE: vigil.NormalCWE(p.CWE)})
}

// examine runs the detectors that tell whether a change makes anything worse.
func (p *Prover) examine(ctx context.Context, t examine.Tree) (examine.Report, error) {
	e := *p.Examiner
	e.Only = []string{"secrets", all.Code, all.Routes}
	return e.Examine(ctx, t)
}

// adopt checks the rule of a witness in the sandbox, and returns it as scans use it.
func (p *Prover) adopt(ctx context.Context, text string, as rules.Adoption) (string, error) {
	e := p.Examiner
	return rulebundle.Adopt(ctx, e.Sandbox.Within(examine.WitnessTime), e.GrammarCache, text, as)
}

// skippedIn returns the files that a detector skipped: true if findings may be missing because of
// that.
func skippedIn(r examine.Report) map[string]bool {
	out := map[string]bool{}
	for _, c := range r.Coverage {
		for _, s := range c.Skipped {
			if s.Path != "" {
				out[s.Path] = out[s.Path] || s.IsIncomplete()
			}
		}
	}
	return out
}

// Prove decides whether a proposal is kept, and returns the rule file of its witness. If it is not
// kept, the error is a *vigil.RefusedError; any other error says that nothing is known.
func (g *Ground) Prove(ctx context.Context, p vigil.Proposal) (rule string, err error) {
	patch, err := witness.Check(p)
	if err != nil {
		return "", err
	}
	last, err := g.findQuote(p)
	if err != nil {
		return "", err
	}
	w := engine.Witness{ID: vigil.WitnessRule(p.Hash())}
	if w.Text, err = g.prover.adopt(ctx, p.Witness, adoption(p, w.ID)); err != nil {
		return "", err
	}
	if err := g.match(ctx, p, w, last); err != nil {
		return "", err
	}
	mended, err := g.mend(patch)
	if err != nil {
		return "", err
	}
	if changes, err := g.compare(ctx, mended); err != nil {
		return "", err
	} else if !changes {
		return "", vigil.Refuse(vigil.MendIneffective, "the diff changes only comments, white space, names of local variables, or statements without effect")
	}
	return w.Text, g.examineMended(ctx, mended, w)
}

// findQuote returns the last line of the quoted code.
func (g *Ground) findQuote(p vigil.Proposal) (last int, err error) {
	f := g.files[p.File]
	switch {
	case f == nil:
		return 0, vigil.Refuse(vigil.WrongPlace, "the repository has no file %q", p.File)
	case f.Size > maxMendedFile:
		return 0, vigil.Refuse(vigil.WrongPlace, "%q is larger than %d bytes", p.File, maxMendedFile)
	}
	content, err := f.Bytes()
	if err != nil {
		return 0, err
	}
	return witness.FindQuote(content, p)
}

// match requires that the witness matches the quoted code, and nothing that the proposal does
// not list.
func (g *Ground) match(ctx context.Context, p vigil.Proposal, w engine.Witness, last int) error {
	report, err := g.prover.Examiner.ExamineWitness(ctx, g.tree.Snapshot, w)
	if err != nil {
		return err
	}
	defer report.Findings.Close()
	there, elsewhere := 0, ""
	for f, err := range report.Findings.All() {
		switch {
		case err != nil:
			return err
		case f.Detector != all.Model:
		case f.Path == p.File && p.Line <= f.StartLine && f.StartLine <= last:
			there++
		case !slices.Contains(p.Also, vigil.ProposalPlace{File: f.Path, Line: f.StartLine}):
			elsewhere = fmt.Sprintf("%s:%d", f.Path, f.StartLine)
		}
	}
	switch {
	case elsewhere != "":
		return vigil.Refuse(vigil.WitnessElsewhere, "the rule also matches at %s", elsewhere)
	case there == 0:
		return vigil.Refuse(vigil.WitnessNowhere, "the rule does not match the quoted code")
	case there > 1:
		return vigil.Refuse(vigil.WitnessElsewhere, "the rule matches the quoted code %d times", there)
	}
	for _, f := range g.known {
		if f.Rule != w.ID && f.Path == p.File && p.Line <= f.StartLine && f.StartLine <= last && f.CWE == vigil.NormalCWE(p.CWE) {
			return vigil.Refuse(vigil.AlreadyKnown, "the witness %s finds it", f.Rule)
		}
	}
	return nil
}

// mend returns the new contents of the files that a patch changes.
func (g *Ground) mend(patch witness.Patch) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, change := range patch {
		f := g.files[change.Path]
		switch {
		case f == nil:
			return nil, vigil.Refuse(vigil.MendNotSource, "the repository has no file %q", change.Path)
		case f.Size > maxMendedFile:
			return nil, vigil.Refuse(vigil.MendTooLarge, "%q is larger than %d bytes", change.Path, maxMendedFile)
		}
		content, err := f.Bytes()
		if err != nil {
			return nil, err
		}
		if bytes.IndexByte(content, 0) >= 0 {
			return nil, vigil.Refuse(vigil.MendNotSource, "%q is not text", change.Path)
		}
		mended, err := change.Apply(content)
		if err != nil {
			return nil, err
		}
		if bytes.Equal(mended, content) {
			return nil, vigil.Refuse(vigil.MendIneffective, "the diff does not change %q", change.Path)
		}
		out[change.Path] = mended
	}
	return out, nil
}

// snapshot writes the files of the tree, with the contents of some of them replaced.
func (g *Ground) snapshot(replaced map[string][]byte) (*os.File, error) {
	return examine.NewSnapshot(func(w *engine.SnapshotWriter) error {
		for path, f := range g.files {
			content, ok := replaced[path]
			if !ok {
				var err error
				if content, err = f.Bytes(); err != nil {
					return err
				}
			}
			if err := w.Add(path, int64(len(content)), bytes.NewReader(content)); err != nil {
				return err
			}
		}
		return nil
	})
}

// examineMended requires that the witness matches nothing in the mended tree.
func (g *Ground) examineMended(ctx context.Context, mended map[string][]byte, w engine.Witness) error {
	others := slices.DeleteFunc(slices.Clone(g.tree.Witnesses), func(o engine.Witness) bool { return o.ID == w.ID })
	return g.examineChanged(ctx, mended, append(others, w), func(f engine.Finding) error {
		if f.Rule == w.ID && f.Detector == all.Model {
			return vigil.Refuse(vigil.MendIneffective, "the rule still matches at %s:%d", f.Path, f.StartLine)
		}
		return nil
	})
}

// examineChanged requires that a changed tree has all routes with their guards, no finding that was
// not there before, and nothing that was examined before and is not now. Visit sees all findings,
// and may refuse.
func (g *Ground) examineChanged(ctx context.Context, changed map[string][]byte, witnesses []engine.Witness, visit func(engine.Finding) error) error {
	snapshot, err := g.snapshot(changed)
	if err != nil {
		return err
	}
	defer snapshot.Close()
	t := g.tree
	t.Snapshot, t.Witnesses, t.Cache.ReadOnly = snapshot, witnesses, true
	report, err := g.prover.examine(ctx, t)
	if err != nil {
		return err
	}
	defer report.Findings.Close()
	if err := g.routes.keep(countRoutes(report.Routes)); err != nil {
		return err
	}
	var refused error
	for f, err := range report.Findings.All() {
		if err == nil {
			err = visit(f)
		}
		if err != nil {
			return err
		}
		if f.Detector != "suppressions" && !g.findings[f.Fingerprint] {
			refused = vigil.Refuse(vigil.MendNewFindings, "%s finds something new at %s:%d", f.Rule, f.Path, f.StartLine)
		}
	}
	for path, incomplete := range skippedIn(report) {
		before, was := g.skipped[path]
		_, changes := changed[path]
		if refused == nil && (incomplete && !before || changes && !was) {
			refused = vigil.Refuse(vigil.MendNotExamined, "%q could not be examined whole", path)
		}
	}
	return refused
}

// adoption returns the words of the rule. Title, severity, and remediation follow from the
// weakness; only the proposer's own description is shown as it is.
func adoption(p vigil.Proposal, id string) rules.Adoption {
	cwe := vigil.NormalCWE(p.CWE)
	k := kindOf(cwe)
	meta := map[string]any{"cwe": cwe, "type": k.typ, "title": k.title, "cvss": k.cvss, "confidence": "HIGH", "remediation": k.remediation}
	if p.Remediation != "" {
		meta["remediation"] = p.Remediation
	}
	message := p.Description
	if message == "" {
		message = k.description
	}
	return rules.Adoption{ID: id, Message: message, Severity: "WARNING", Metadata: meta}
}
