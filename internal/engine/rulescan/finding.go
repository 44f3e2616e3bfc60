package rulescan

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// apply returns the findings of a rule in a file, in order.
func (r *compiledRule) apply(s *scope) ([]engine.Finding, error) {
	s = s.forRule(r.Options)
	var found []flow
	if r.taint != nil {
		found = r.taint.find(s)
	} else {
		for _, p := range s.Evaluate(r.formula) {
			found = append(found, flow{sink: p})
		}
	}
	slices.SortStableFunc(found, func(a, b flow) int {
		return cmp.Or(cmp.Compare(a.sink.Start, b.sink.Start), cmp.Compare(a.sink.End, b.sink.End))
	})
	var out []engine.Finding
	var last *match.Span
	for i := range found {
		f := &found[i]
		// The same span with other bindings is the same finding.
		if last != nil && *last == f.sink.Span || f.sink.End < f.sink.Start {
			continue
		}
		last = &f.sink.Span
		out = append(out, r.finding(s, f))
	}
	return out, s.Err
}

func (r *compiledRule) finding(s *scope, f *flow) engine.Finding {
	p := f.sink
	out := engine.Finding{
		Rule: r.ID, Path: s.File.Path, Symbol: s.symbol(p.Span),
		Type: r.details.Type, CWE: r.details.CWE, CVSS: r.details.CVSS, Confidence: r.details.Confidence,
		Title: r.details.Title, Remediation: r.details.Remediation, References: r.details.References,
		Description: clip(interpolate(r.Message, p.Bound), messageMost),
		Match:       clip(s.File.Text(p.Span), matchMost),
		Identity:    s.identity(p.Span),
		Trace:       f.trace,
		Subject:     s.subject(f, aboutSecrets(r.details)),
	}
	if out.Description == "" {
		out.Description = out.Title
	}
	out.StartLine, out.StartColumn = s.lines.position(int(p.Start))
	out.EndLine, out.EndColumn = s.lines.position(int(p.End))
	out.Snippet = s.lines.snippet(out.StartLine, out.EndLine)
	return out
}

var metavariableRE = regexp.MustCompile(`(?:value\()?\$(?:\.\.\.)?[A-Z_0-9][A-Z_0-9]*\)?`)

// interpolate replaces the metavariables in a message with their values. value($X) stands for
// the constant that $X is known to hold.
func interpolate(message string, bound match.Bindings) string {
	return metavariableRE.ReplaceAllStringFunc(message, func(m string) string {
		name, isValue := strings.CutPrefix(m, "value(")
		end := ""
		if n, closed := strings.CutSuffix(name, ")"); closed {
			name = n
			if !isValue {
				end = ")"
			}
		}
		v, ok := bound.Get(name)
		if !ok {
			return m
		}
		text := v.Text
		if k, known := v.Constant(); isValue && known {
			text = k.Text
		}
		return clip(text, boundMost) + end
	})
}
