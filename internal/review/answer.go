package review

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"vigil"
)

// answer is what is stored of the answer to a task. Exactly one field is set.
type answer struct {
	Opinion  *opinion    `json:"opinion,omitempty"`
	Hunt     *huntAnswer `json:"hunt,omitempty"`
	Fix      *fixAnswer  `json:"fix,omitempty"`
	Unusable string      `json:"unusable,omitempty"` // why; it was paid for, so it is not asked again
}

// opinion is the form that schema describes.
type opinion struct {
	Verdict     vigil.Verdict `json:"verdict"`
	Confidence  *int          `json:"confidence"`
	Why         string        `json:"why"`
	Title       string        `json:"title"`
	Description string        `json:"description"`
	Exploit     string        `json:"exploit"`
	Remediation string        `json:"remediation"`
}

// Longest texts of an opinion, in characters. A longer one is dropped: it was asked for otherwise.
const (
	maxWhy         = 1600
	maxTitle       = 200
	maxDescription = 1000
	maxExploit     = 2000
	maxRemediation = 3000
)

var errForm = errors.New("the answer does not have the form that was asked for")

// decode reads the text of an answer. The API promises the form of the schema; a model that was
// talked into something, or a gateway, may not keep it.
func decode(text string, into any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return errForm
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errForm
	}
	return nil
}

// parseOpinion checks an opinion.
func parseOpinion(text string) (answer, error) {
	var o opinion
	if err := decode(text, &o); err != nil {
		return answer{}, err
	}
	if !slices.Contains(vigil.Verdicts, o.Verdict) || o.Confidence == nil || *o.Confidence < 0 || *o.Confidence > 10 {
		return answer{}, errForm
	}
	o.Title = strings.Join(strings.Fields(o.Title), " ")
	for _, field := range []struct {
		text *string
		most int
	}{{&o.Why, maxWhy}, {&o.Title, maxTitle}, {&o.Description, maxDescription}, {&o.Exploit, maxExploit}, {&o.Remediation, maxRemediation}} {
		*field.text = plain(*field.text)
		if utf8.RuneCountInString(*field.text) > field.most {
			*field.text = ""
		}
	}
	return answer{Opinion: &o}, nil
}

// plain returns text that a model wrote without hidden characters, links, and images. What shows it
// treats it as plain text; this is for those who copy it into Markdown, where an image could tell
// its host who reads it.
func plain(s string) string {
	s = strings.TrimSpace(visible(s, true))
	for _, pair := range []string{"](", "]["} {
		s = strings.ReplaceAll(s, pair, "] "+pair[1:])
	}
	return strings.ReplaceAll(s, "]:", "] :")
}

// opinion returns an opinion as others know it.
func (o *opinion) opinion(m vigil.Model, name string, at time.Time) *vigil.Opinion {
	return &vigil.Opinion{
		Model: m, Name: name, Verdict: o.Verdict, Confidence: *o.Confidence, CreatedAt: at,
		Why: o.Why, Title: o.Title, Description: o.Description, Exploit: o.Exploit, Remediation: o.Remediation,
	}
}

func (a answer) encode() string {
	text, err := json.Marshal(a)
	if err != nil { // impossible: only strings and numbers
		panic(err)
	}
	return string(text)
}

// readAnswer reads a stored answer. One that cannot be read is unusable.
func readAnswer(text string) answer {
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil || a.Opinion == nil && a.Hunt == nil && a.Fix == nil && a.Unusable == "" || a.Opinion != nil && a.Opinion.Confidence == nil {
		return answer{Unusable: "the stored answer cannot be read"}
	}
	return a
}
