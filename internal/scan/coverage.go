package scan

import (
	"encoding/json"
	"slices"

	"vigil/api"
	"vigil/internal/engine"
	"vigil/internal/examine"
)

// maxCoverage limits the stored coverage of a scan in bytes, and maxListed the entries of each
// of its lists. The total counts are kept.
const (
	maxCoverage = 1 << 20
	maxListed   = 1000
)

// newCoverage is the coverage to store.
func newCoverage(res result) []byte {
	src, report := res.src, res.report
	incomplete := countIncomplete(src.LeftOut)
	for _, c := range report.Coverage {
		incomplete += countIncomplete(c.Skipped)
	}
	for most := maxListed; ; most /= 2 {
		out := api.Coverage{Partial: src.Partial, Incomplete: &incomplete, LeftOut: capped(src.LeftOut, most, newSkip), Detectors: []api.DetectorCoverage{}}
		if why := examine.Unconfined(src.Unconfined, report.Unconfined); why != "" {
			out.Unconfined = &why
		}
		if src.Base != "" {
			out.BaseCommitSHA = &src.Base
		}
		if res.rules.SHA256 != "" {
			out.TeamRules = &api.CoverageRules{SHA256: res.rules.SHA256, ReplacesBuiltIn: res.rules.ReplacesBuiltIn}
		}
		out.Proposals = res.proposals
		out.NewSuppressions = capped(res.suppressions, most, func(s engine.Suppression) api.NewSuppression {
			return api.NewSuppression{FilePath: s.Path, Line: s.Line, Text: s.Text}
		})
		for _, c := range res.withAdvisory() {
			d := api.DetectorCoverage{
				Detector: c.Detector, Version: c.Version, Rules: len(c.Rules), Files: c.Files,
				Skipped: capped(c.Skipped, most, newSkip), Suppressed: capped(c.Suppressed, most, func(s engine.Suppressed) api.Suppressed { return api.Suppressed(s) }),
			}
			if len(c.Looked) > 0 {
				looked := capped(c.Looked, most, func(path string) string { return path })
				d.LookedAt = &looked
			}
			out.Detectors = append(out.Detectors, d)
		}
		text, err := json.Marshal(out)
		if err != nil { // impossible: only strings and numbers
			panic(err)
		}
		if len(text) <= maxCoverage || most == 0 {
			return text
		}
	}
}

// withAdvisory returns the coverage of the detectors, with that of the model, which no verdict depends
// on. The witnesses of a model and its opinions are one detector to users.
func (res result) withAdvisory() []engine.Coverage {
	if res.asked == nil {
		return res.report.Coverage
	}
	out := slices.Clone(res.report.Coverage)
	i := slices.IndexFunc(out, func(c engine.Coverage) bool { return c.Detector == res.asked.Detector })
	if i < 0 {
		return append(out, *res.asked)
	}
	out[i].Skipped = slices.Concat(out[i].Skipped, res.asked.Skipped)
	return out
}

func countIncomplete(skips []engine.Skip) (n int) {
	for _, s := range skips {
		if s.IsIncomplete() {
			n++
		}
	}
	return n
}

func newSkip(s engine.Skip) api.Skip {
	kind := string(engine.Incomplete)
	if !s.IsIncomplete() {
		kind = string(engine.Excluded)
	}
	out := api.Skip{Reason: s.Reason, Kind: &kind}
	if s.Path != "" {
		out.Path = &s.Path
	}
	if s.Rule != "" {
		out.Rule = &s.Rule
	}
	return out
}

func capped[From, To any](all []From, most int, as func(From) To) api.Capped[To] {
	out := api.Capped[To]{Total: len(all), Data: []To{}}
	for _, item := range all[:min(len(all), most)] {
		out.Data = append(out.Data, as(item))
	}
	return out
}
