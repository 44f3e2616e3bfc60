package review

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"github.com/anthropics/anthropic-sdk-go"

	"vigil"
	"vigil/internal/engine"
)

// Detector is the name under which the coverage of a scan tells what the model was asked.
const Detector = "model"

// Reviewer asks models about findings. It is safe for concurrent use.
type Reviewer struct {
	config     Config
	ledger     Ledger
	metrics    *Metrics
	log        *slog.Logger
	client     anthropic.Client
	slots      chan struct{}
	effortless sync.Map // names of models that do not know the parameter effort
}

// New returns a reviewer. Metrics may be nil.
func New(c Config, l Ledger, m *Metrics, log *slog.Logger) *Reviewer {
	c = c.withDefaults()
	return &Reviewer{config: c, ledger: l, metrics: m, log: log, client: newClient(c), slots: make(chan struct{}, c.AtOnce)}
}

// WhyNot says why no finding of a repository may be sent to a model, "" if they may. It works on a
// nil reviewer.
func (r *Reviewer) WhyNot(repository string) string {
	switch {
	case r == nil || r.config.Key == "":
		return "not asked: no key"
	case !r.config.Repositories.match(repository):
		return "not asked: the repository is not in VIGIL_MODEL_REPOSITORIES"
	}
	return ""
}

// MaxFindings is how many findings of one scan are asked about.
func (r *Reviewer) MaxFindings() int { return r.config.MaxFindings }

// Scan is for which scan findings are reviewed.
type Scan struct {
	Team           vigil.TeamID
	ID, Repository vigil.ID
	Model          vigil.Model
}

// Result is what a model said.
type Result struct {
	Opinions []*vigil.Opinion // one for each finding, nil where there is none
	// Without counts the findings without an opinion, by reason.
	Without map[string]int
}

// Coverage returns the coverage of the detector "model".
func (r Result) Coverage(files int) engine.Coverage {
	c := NotAsked()
	c.Files = files
	c.Skipped = skips(r.Without, "finding")
	return c
}

// skips returns what has no answer, by reason.
func skips(without map[string]int, noun string) (out []engine.Skip) {
	for _, reason := range slices.Sorted(maps.Keys(without)) {
		plural := "s"
		if without[reason] == 1 {
			plural = ""
		}
		out = append(out, engine.Skip{Reason: fmt.Sprintf("%d %s%s %s", without[reason], noun, plural, reason), Kind: engine.Excluded})
	}
	return out
}

// NotAsked returns the coverage of a scan whose model was not asked, for these reasons.
func NotAsked(reasons ...string) engine.Coverage {
	c := engine.Coverage{Detector: Detector, Version: Version}
	for _, reason := range reasons {
		c.Skipped = append(c.Skipped, engine.Skip{Reason: reason, Kind: engine.Excluded})
	}
	return c
}

// Review asks a model about findings, the most severe first, and waits for its answers. Whatever
// goes wrong is a reason in the result. If ctx ends, so do the calls.
func (r *Reviewer) Review(ctx context.Context, s Scan, findings []Finding) Result {
	out := Result{Opinions: make([]*vigil.Opinion, len(findings)), Without: map[string]int{}}
	questions := questionsOf(findings, out.Without)
	for reason, n := range r.askAll(ctx, s, secondLook, r.config.ScanTime, questions, func(q question, a answer, c vigil.ModelCall) {
		for _, i := range q.about {
			out.Opinions[i] = a.Opinion.opinion(c.Model, c.Name, c.At)
		}
	}) {
		out.Without[reason] += n
	}
	return out
}

// questionsOf returns the tasks for findings, the most severe first. Equal findings share one.
func questionsOf(findings []Finding, without map[string]int) (out []question) {
	order := make([]int, len(findings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(findings[b].Severity - findings[a].Severity) })
	byHash := map[string]int{}
	for _, i := range order {
		if why := findings[i].Withheld; why != "" {
			without["not asked: "+why]++
			continue
		}
		text := task(findings[i])
		hash := hashOf(text)
		at, known := byHash[hash]
		if !known {
			at = len(out)
			byHash[hash] = at
			out = append(out, question{text: text, hash: hash})
		}
		out[at].about = append(out[at].about, i)
	}
	return out
}
