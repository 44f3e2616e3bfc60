package scan

import (
	"context"

	"vigil/internal/cli/command"
	"vigil/internal/cli/local/model"
	"vigil/internal/cli/local/report"
	"vigil/internal/cli/local/target"
	"vigil/internal/engine"
	"vigil/internal/examine"
)

// secondLook asks the model of --model, if it is set, about the findings of a result, and adds what
// it says. On error the result is closed.
func (o *options) secondLook(ctx context.Context, examiner *examine.Examiner, src *target.Source, routes []engine.Route, now *target.Part, r *report.Result, p *command.Progress) (*report.Result, error) {
	if o.look == nil {
		return r, nil
	}
	p.Stage("asking %s about findings", o.model)
	t := model.Tree{Repository: src.Origin().Repository, Snapshot: now.Snapshot, Routes: routes, Excerpts: examiner.Excerpts}
	said, err := o.look.At(ctx, t, r.Shown(), o.answers, o.notes)
	if err != nil {
		r.Close()
		return nil, err
	}
	r.AddOpinions(said.Opinions, said.Usage, said.Skipped)
	return r, nil
}
