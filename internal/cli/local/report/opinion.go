package report

import (
	"fmt"
	"iter"
	"math"
	"strings"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/engine"
)

// scanModel is what the language model of --model did.
type scanModel struct {
	Model        vigil.Model `json:"model"`
	Name         string      `json:"name"` // at the API; empty: it was not asked
	Calls        int64       `json:"calls"`
	Cached       int64       `json:"cached"`
	InputTokens  int64       `json:"input_tokens"`
	OutputTokens int64       `json:"output_tokens"`
	Cost         float64     `json:"cost"` // in US dollars
	// Skipped are the reasons why it did not comment on findings.
	Skipped []string `json:"skipped"`
}

// scanOpinion is the model's opinion on a finding, named as model_review is by servers.
type scanOpinion struct {
	Model       vigil.Model   `json:"model"`
	Name        string        `json:"name"`
	Verdict     vigil.Verdict `json:"verdict"`
	Confidence  int           `json:"confidence"`
	Why         string        `json:"why"`
	Title       string        `json:"title"`
	Description string        `json:"description"`
	Exploit     string        `json:"exploit"`
	Remediation string        `json:"remediation"`
}

// Shown returns the listed findings, most severe first.
func (r *Result) Shown() iter.Seq2[engine.Finding, error] {
	return func(yield func(engine.Finding, error) bool) {
		for f, err := range r.sorted() {
			if !yield(f.full, err) || err != nil {
				return
			}
		}
	}
}

// AddOpinions adds what a model said of the first findings of Shown, nil for those that it did not
// comment on. An opinion lowers the confidence of a finding as on a server, and changes nothing
// else: the gate has counted the findings before.
func (r *Result) AddOpinions(opinions []*vigil.Opinion, used vigil.ModelUsage, skipped []string) {
	const millionths = 1e6
	r.Model = &scanModel{
		Model: used.Model, Name: used.Name, Calls: used.Calls, Cached: used.Cached, InputTokens: used.InputTokens, OutputTokens: used.OutputTokens,
		Cost: math.Round(used.Cost.Dollars()*millionths) / millionths, Skipped: append([]string{}, skipped...),
	}
	for i, o := range opinions {
		if o == nil {
			continue
		}
		f := &r.Findings[r.order[i]]
		f.Opinion = &scanOpinion{o.Model, o.Name, o.Verdict, o.Confidence, o.Why, o.Title, o.Description, o.Exploit, o.Remediation}
		f.Confidence = o.Lower(vigil.ScoreOf(f.Confidence)).Float()
	}
}

// modelLines says what the model did, a line for each; none if there is none.
func (r *Result) modelLines() (out []string) {
	m := r.Model
	if m == nil {
		return nil
	}
	if m.Calls > 0 || m.Cached > 0 {
		out = append(out, fmt.Sprintf("model %s (%s): %d calls, %d cached answers, %d tokens in, %d out, $%.4f", m.Model, m.Name, m.Calls, m.Cached, m.InputTokens, m.OutputTokens, m.Cost))
	}
	for _, reason := range m.Skipped {
		out = append(out, fmt.Sprintf("model %s: %s", m.Model, reason))
	}
	return out
}

// byline says whose words an opinion is.
func (o *scanOpinion) byline() string {
	return fmt.Sprintf("second look by %s (%s, not verified)", o.Model, command.Plain(o.Name))
}

// verdict is an opinion in few words.
func (o *scanOpinion) verdict() string {
	return fmt.Sprintf("%s, confidence %d of 10", o.Verdict, o.Confidence)
}

// line is an opinion in a line, with as much of the reasons as fits.
func (o *scanOpinion) line() string {
	const most = 160 // characters
	why := []rune(command.Plain(o.Why))
	if len(why) > most {
		why = append(why[:most-1], '…')
	}
	return strings.TrimSuffix(o.byline()+": "+o.verdict()+". "+string(why), " ")
}

// text is an opinion in full.
func (o *scanOpinion) text() string {
	if o == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(o.verdict())
	for _, part := range []struct{ name, text string }{{"Why", o.Why}, {"Title", o.Title}, {"Description", o.Description}, {"Exploit", o.Exploit}, {"Remediation", o.Remediation}} {
		if part.text != "" {
			fmt.Fprintf(&b, "\n%s: %s", part.name, part.text)
		}
	}
	return b.String()
}
