package model

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/url"
	"os"
	"strings"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/review"
)

// Look is a second look at the findings of one scan.
type Look struct {
	model  vigil.Model
	config review.Config
	// listed is whether VIGIL_MODEL_REPOSITORIES is set, and therefore has a say.
	listed bool
}

// Parse reads the value of --model, and the settings of the environment. Nil: no model was named.
func Parse(name string) (*Look, error) {
	if name == "" {
		return nil, nil
	}
	l := &Look{model: vigil.Model(name)}
	if !l.model.Valid() {
		return nil, command.Usagef("--model must be %s, not %q", command.Words(vigil.Models), name)
	}
	c := &l.config
	c.Key = review.Key(os.Getenv("VIGIL_MODEL_KEY"))
	for _, s := range []struct {
		variable string
		parse    func(string) error
	}{
		{"VIGIL_MODEL_URL", func(text string) error {
			c.URL = strings.TrimRight(text, "/")
			return review.CheckURL(c.URL)
		}},
		{"VIGIL_MODEL_NAMES", func(text string) (err error) { c.Names, err = review.ParseNames(text); return err }},
		{"VIGIL_MODEL_PRICES", func(text string) (err error) { c.Prices, err = review.ParsePrices(text); return err }},
		{"VIGIL_MODEL_BUDGET", func(text string) (err error) { c.Budget, err = review.ParseBudget(text); return err }},
		{"VIGIL_MODEL_REPOSITORIES", func(text string) (err error) {
			l.listed = true
			c.Repositories, err = review.ParsePatterns(text)
			return err
		}},
	} {
		if text := strings.TrimSpace(os.Getenv(s.variable)); text != "" {
			if err := s.parse(text); err != nil {
				return nil, command.Usagef("%s: %v", s.variable, err)
			}
		}
	}
	if !l.listed {
		c.Repositories = review.Patterns{"*"} // who named the model on the command line has agreed
	}
	return l, nil
}

// Tree is what was scanned.
type Tree struct {
	Repository string // URL of the remote; "": unknown
	Snapshot   *os.File
	Routes     []engine.Route
	// Excerpts is that of the Examiner.
	Excerpts func(context.Context, *os.File, []engine.Finding) ([]engine.Excerpt, error)
}

// Answer is what the model said.
type Answer struct {
	Opinions []*vigil.Opinion // one for each finding, nil where there is none
	Usage    vigil.ModelUsage
	Skipped  []string // why findings have no opinion
}

// At asks about findings, the most severe of which come first. The folder keeps answers for later
// scans; "": none does. The model is advisory: whatever goes wrong is a reason in the answer, and
// the only errors are that findings cannot be read, and that ctx ended.
func (l *Look) At(ctx context.Context, t Tree, findings iter.Seq2[engine.Finding, error], folder string, notes io.Writer) (out Answer, err error) {
	out.Usage.Model = l.model
	log := slog.New(slog.NewTextHandler(notes, &slog.HandlerOptions{Level: slog.LevelWarn}))
	ledger, err := openLedger(folder)
	if err != nil {
		log.Warn("answers of the model are not kept", "err", err)
	}
	r := review.New(l.config, ledger, nil, log)
	if why := r.WhyNot(fullName(t.Repository)); why != "" {
		out.Skipped = []string{why}
		return out, nil
	}
	var routes review.Routes
	for _, route := range t.Routes {
		routes.Add(route)
	}
	routes.Sort()
	var about []engine.Finding
	more := 0
	for f, err := range findings {
		if err != nil {
			return out, err
		}
		if len(about) == r.MaxFindings() {
			more++
			continue
		}
		f.References = routes.LeadingTo(f) // instead of links: they are masked as well
		about = append(about, f)
	}
	excerpts, err := t.Excerpts(ctx, t.Snapshot, about)
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	if err != nil {
		log.Warn("the code around findings could not be quoted", "err", err)
		out.Skipped = []string{"not asked: an internal error"}
		return out, nil
	}
	asked := make([]review.Finding, len(excerpts))
	for i, x := range excerpts {
		score, err := examine.Severity(x.Finding)
		if err != nil {
			return out, err
		}
		asked[i] = review.Finding{Excerpt: x, Severity: score, Routes: x.Finding.References}
	}
	result := r.Review(ctx, review.Scan{ID: ledger.scan, Model: l.model}, asked)
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	if more > 0 {
		result.Without[fmt.Sprintf("not asked: a scan asks about %d at most", r.MaxFindings())] += more
	}
	out.Opinions, out.Usage = result.Opinions, ledger.used(l.model)
	for _, s := range result.Coverage(0).Skipped {
		out.Skipped = append(out.Skipped, s.Reason)
	}
	return out, nil
}

// fullName returns the name of a repository as a server knows it, such as acme/api of
// https://git.example/acme/api.git; "" if it has none.
func fullName(remote string) string {
	path := ""
	if u, err := url.Parse(remote); err == nil && u.Host != "" {
		path = u.Path
	} else if host, rest, scp := strings.Cut(remote, ":"); scp && !strings.Contains(host, "/") && !strings.HasPrefix(rest, "/") {
		path = rest // git@git.example:acme/api.git
	}
	return strings.TrimSuffix(strings.Trim(path, "/"), ".git")
}
