package scan

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/review"
)

// review asks the model of a scan, if it has one, about findings without an opinion: new ones, and
// open ones that no model was asked about. It adds opinions and coverage to the result and nothing
// else. The model is advisory: whatever goes wrong is a reason in the coverage, and the only error
// is that the scan was interrupted.
func (r *Runner) review(ctx context.Context, res *result, snapshot *os.File) error {
	s := res.scan
	if s.Model == "" {
		return nil
	}
	coverage := review.NotAsked()
	res.asked = &coverage
	defer func() { coverage.Skipped = append(coverage.Skipped, res.notHunted...) }()
	if why := r.Reviewer.WhyNot(s.Repository.FullName); why != "" {
		coverage = review.NotAsked(why)
		return nil
	}
	about, err := r.toReview(ctx, res)
	var result review.Result
	if err == nil {
		result, err = r.ask(ctx, res, snapshot, about[:min(len(about), r.Reviewer.MaxFindings())])
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		r.Log.WarnContext(ctx, "the model was not asked", "scan_id", s.ID, "err", err)
		coverage = review.NotAsked("not asked: an internal error")
		return nil
	}
	if more := len(about) - r.Reviewer.MaxFindings(); more > 0 {
		result.Without[fmt.Sprintf("not asked: a scan asks about %d at most", r.Reviewer.MaxFindings())] += more
	}
	files := map[examine.File]bool{}
	res.opinions = map[vigil.Fingerprint]vigil.Opinion{}
	for i, o := range result.Opinions {
		if o != nil {
			files[about[i].File()] = true
			res.opinions[about[i].Fingerprint] = *o
		}
	}
	coverage = result.Coverage(len(files))
	return nil
}

// toReview returns the findings to ask about: new ones first, the most severe of them first.
func (r *Runner) toReview(ctx context.Context, res *result) ([]*examine.Entry, error) {
	out, err := res.reconcile(ctx, r.Store)
	if err != nil {
		return nil, err
	}
	worst := func(a, b *examine.Entry) int {
		return cmp.Or(int(b.Severity())-int(a.Severity()), cmp.Compare(a.Offset, b.Offset))
	}
	fresh := slices.SortedFunc(slices.Values(out.found), worst)
	var known []*examine.Entry
	for some := range slices.Chunk(out.seen, batch) {
		var ids []vigil.ID
		for _, k := range some {
			ids = append(ids, k.id.id())
		}
		opinions, err := r.Store.ListOpinions(ctx, res.scan.Team, ids)
		if err != nil {
			return nil, err
		}
		for _, k := range some {
			_, asked := opinions[k.id.id()]
			if !asked && (k.status == vigil.Open || k.status == vigil.InProgress) {
				known = append(known, k.now)
			}
		}
	}
	slices.SortFunc(known, worst)
	return append(fresh, known...), nil
}

// ask asks the model about findings.
func (r *Runner) ask(ctx context.Context, res *result, snapshot *os.File, about []*examine.Entry) (review.Result, error) {
	asked, err := r.quote(ctx, res, snapshot, about)
	if err != nil {
		return review.Result{}, err
	}
	s := res.scan
	return r.Reviewer.Review(ctx, review.Scan{Team: s.Team, ID: s.ID, Repository: s.Repository.ID, Model: s.Model}, asked), nil
}

// quote returns findings as a model is asked about them.
func (r *Runner) quote(ctx context.Context, res *result, snapshot *os.File, about []*examine.Entry) ([]review.Finding, error) {
	routes := routesOf(res.report.Description)
	findings := make([]engine.Finding, len(about))
	for i, e := range about {
		f, _, err := res.report.Findings.Read(e)
		if err != nil {
			return nil, err
		}
		f.References = routes.LeadingTo(f) // instead of links: they are masked as well
		findings[i] = f
	}
	excerpts, err := r.Excerpts(ctx, snapshot, findings)
	if err != nil {
		return nil, err
	}
	asked := make([]review.Finding, len(excerpts))
	for i, x := range excerpts {
		asked[i] = review.Finding{Excerpt: x, Severity: about[i].Severity(), Routes: x.Finding.References}
	}
	return asked, nil
}

// routesOf reads the routes of an API description. It is context for the model, so a description
// that cannot be read has none.
func routesOf(d vigil.ScanRoutes) (out review.Routes) {
	z, err := gzip.NewReader(bytes.NewReader(d.JSON))
	if err != nil {
		return nil
	}
	const most = 32 << 20
	text, err := io.ReadAll(io.LimitReader(z, most))
	var document struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err != nil || json.Unmarshal(text, &document) != nil {
		return nil
	}
	for path, methods := range document.Paths {
		for method, raw := range methods {
			var op struct {
				Handler string `json:"x-handler"`
				Guard   string `json:"x-guard"` // null: none is proven
				Maybe   string `json:"x-guard-candidate"`
				Source  struct {
					File string `json:"file"`
				} `json:"x-source"`
			}
			if json.Unmarshal(raw, &op) == nil {
				out.Add(engine.Route{Method: method, Path: path, Handler: op.Handler, Guard: op.Guard, Candidate: op.Maybe, File: op.Source.File})
			}
		}
	}
	out.Sort()
	return out
}
