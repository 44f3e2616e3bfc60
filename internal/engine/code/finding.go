package code

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

const (
	snippetLines = 2    // before and behind the match
	snippetWidth = 240  // of a line, in bytes
	snippetMost  = 20   // lines in all
	matchMost    = 1000 // bytes
	messageMost  = 2000 // bytes
	boundMost    = 200  // bytes of what a metavariable stands for, in a message
)

// lines knows where the lines of a text begin.
type lines struct {
	text  []byte
	start []int
}

func newLines(text []byte) *lines {
	l := &lines{text: text, start: []int{0}}
	for i, b := range text {
		if b == '\n' {
			l.start = append(l.start, i+1)
		}
	}
	return l
}

// position returns line and column, from 1, of an offset. Columns count characters.
func (l *lines) position(at int) (line, column int) {
	at = min(at, len(l.text))
	i, found := slices.BinarySearch(l.start, at)
	if !found {
		i--
	}
	return i + 1, utf8.RuneCount(l.text[l.start[i]:at]) + 1
}

// line is the text of a line, from 1, without its end; of a long one the beginning.
func (l *lines) line(n int) string {
	end := len(l.text)
	if n < len(l.start) {
		end = l.start[n] - 1
	}
	end = min(end, l.start[n-1]+snippetWidth+utf8.UTFMax) // a line may have megabytes
	return clip(strings.TrimSuffix(string(l.text[l.start[n-1]:end]), "\r"), snippetWidth)
}

// apply returns what a rule finds in a file, in order.
func (r *compiledRule) apply(s *scope) ([]engine.Finding, error) {
	s = s.forRule(r.Options)
	var found []flow
	if r.taint != nil {
		found = r.taint.find(s)
	} else {
		for _, p := range s.evaluate(r.formula) {
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
		// The same place with other bindings is the same finding.
		if last != nil && *last == f.sink.Span || f.sink.End < f.sink.Start {
			continue
		}
		last = &f.sink.Span
		out = append(out, r.finding(s, f))
	}
	return out, s.err
}

func (s *scope) forRule(o rules.Options) *scope {
	c := *s
	c.options, c.found, c.err = o, nil, nil
	c.within = match.Span{End: uint32(len(s.file.Source))}
	return &c
}

func (r *compiledRule) finding(s *scope, f *flow) engine.Finding {
	p := f.sink
	out := engine.Finding{
		Rule: r.ID, Path: s.file.Path, Symbol: s.symbol(p.Span),
		Type: r.details.typ, CWE: r.details.cwe, CVSS: r.details.cvss, Confidence: r.details.confidence,
		Title: r.details.title, Remediation: r.details.remediation, References: r.details.references,
		Description: clip(interpolate(r.Message, p.bound), messageMost),
		Match:       clip(s.file.Text(p.Span), matchMost),
		Identity:    s.identity(p.Span),
		Trace:       f.trace,
	}
	if out.Description == "" {
		out.Description = out.Title
	}
	out.StartLine, out.StartColumn = s.lines.position(int(p.Start))
	out.EndLine, out.EndColumn = s.lines.position(int(p.End))
	out.Snippet = s.lines.snippet(out.StartLine, out.EndLine)
	return out
}

// clip shortens a text, without half a character at its end.
func clip(s string, most int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

var metavariableRE = regexp.MustCompile(`(?:value\()?\$(?:\.\.\.)?[A-Z_0-9][A-Z_0-9]*\)?`)

// interpolate puts what metavariables stand for into a message. value($X) stands for
// what is known of its value.
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

// snippet returns the lines around a match, long ones cut.
func (l *lines) snippet(first, last int) string {
	var out []string
	for n := max(1, first-snippetLines); n <= min(len(l.start), last+snippetLines) && len(out) < snippetMost; n++ {
		if n == len(l.start) && l.start[n-1] == len(l.text) && n > last {
			break
		}
		out = append(out, l.line(n))
	}
	return strings.Join(out, "\n")
}
