package rulescan

import (
	"context"
	"fmt"
	"slices"

	"vigil/internal/engine"
	"vigil/internal/engine/formula"
	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// ModelName is the name of the detector of witnesses.
const ModelName = "model"

// unconfirmed is the most that a witness is trusted before a person confirmed a finding of it.
const unconfirmed = 6

// Witnesses is a detector of its own for rules that were proposed and proven: its findings can be
// told from those of rules that somebody wrote and reviewed, and a changed witness invalidates no
// cached result of those.
type Witnesses struct {
	*Detector
	Confirmed []string // ids of rules whose findings a person confirmed
}

// Name returns the name of the detector.
func (w *Witnesses) Name() string { return ModelName }

// Detect applies the rules to a tree.
func (w *Witnesses) Detect(ctx context.Context, tree *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	return w.Detector.Detect(ctx, tree, func(f engine.Finding) {
		if !slices.Contains(w.Confirmed, f.Rule) {
			f.Confidence = min(f.Confidence, unconfirmed)
		}
		report(f)
	})
}

// CheckWitness adopts the rule of a witness and compiles it. The returned text is a rule file.
// Problem says why the rule is refused, slow that it is for the time it could take.
func CheckWitness(ctx context.Context, e *syntax.Engine, text []byte, as rules.Adoption) (adopted []byte, problem string, slow bool, err error) {
	if adopted, err = rules.Adopt(text, as); err != nil {
		return nil, err.Error(), false, nil
	}
	list, problems, err := Check(ctx, e, rules.Bundle{{Path: "witness.yaml", Text: adopted}})
	switch {
	case err != nil:
		return nil, "", false, err
	case len(problems) > 0: // a witness that is only partly understood proves nothing
		return nil, problems[0].String(), false, nil
	case len(list) != 1:
		return nil, "expected exactly one rule", false, nil
	case !Usable(list[0]):
		return nil, "its languages are not supported", false, nil
	}
	if problem := formula.SlowRegexp(list[0]); problem != "" {
		return nil, problem, true, nil
	}
	return adopted, "", false, nil
}

// OutlineOf parses a file.
func OutlineOf(ctx context.Context, e *syntax.Engine, path string, content []byte) engine.Outline {
	out := engine.Outline{Path: path, Class: engine.ClassOf(path, content)}
	g := ""
	if languages := (&engine.File{Path: path}).Languages(); len(languages) > 0 {
		g = rules.Grammar(languages[0], path)
	}
	switch {
	case !slices.Contains(syntax.Languages(), g):
		out.Failed = "its language is not supported"
		return out
	case len(content) > maxSource:
		out.Failed = fmt.Sprintf("larger than %d bytes", maxSource)
		return out
	}
	tree, err := formula.Env{Parsers: syntax.NewPool(e)}.Parse(ctx, path, g, content)
	if err != nil {
		out.Failed = err.Error()
		return out
	}
	for i := range tree.Nodes {
		if n := &tree.Nodes[i]; n.Flags&(syntax.Error|syntax.Missing) != 0 {
			out.Errors++
		}
	}
	file := match.NewFile(tree, path)
	sc := &scope{Scope: &formula.Scope{File: file}}
	file.Walk(file.Root(), func(n match.NodeID) bool {
		if k := file.Node(n).Kind; k == match.Func || k == match.Class {
			if name := sc.nameOf(n); name != "" {
				out.Symbols = append(out.Symbols, clip(name, 300))
			}
		}
		return true
	})
	slices.Sort(out.Symbols)
	out.Shape = shapeOf(tree, file)
	return out
}
