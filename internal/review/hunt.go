package review

import (
	"context"
	"regexp"
	"strings"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/hunt"
)

// Hunted is what a model proposed about handlers. Nothing in it is proven.
type Hunted struct {
	Proposals []vigil.Proposal // in the order of the tasks
	Name      string           // of the model at the API
	Answered  int              // tasks
	// Without counts the handlers without an answer, by reason.
	Without map[string]int
}

// Skips returns the handlers without an answer, by reason.
func (h Hunted) Skips() []engine.Skip { return skips(h.Without, "route handler") }

// WhyNoHunt says why a model does not look for flaws that no rule found, "" if it does.
func (r *Reviewer) WhyNoHunt(m vigil.Model) string {
	if m == "haiku" {
		return "no hunt: only sonnet and opus look for flaws that rules do not find"
	}
	return ""
}

// MaxHandlers is how many handlers of one scan are asked about.
func (r *Reviewer) MaxHandlers() int { return r.config.MaxHandlers }

// Hunt asks a model for flaws of handlers, in order, and waits for its answers. Whatever goes wrong
// is a reason in the result. If ctx ends, so do the calls.
func (r *Reviewer) Hunt(ctx context.Context, s Scan, tasks []hunt.Task) Hunted {
	out := Hunted{Name: r.config.name(s.Model), Without: map[string]int{}}
	var questions []question
	places := make([][]place, len(tasks))
	byHash := map[string]int{}
	for i, t := range tasks {
		if t.Withheld != "" {
			out.Without["not asked: "+t.Withheld]++
			continue
		}
		var q question
		q.text, places[i] = huntTask(t)
		q.hash = hashOf(q.text)
		at, known := byHash[q.hash]
		if !known {
			at = len(questions)
			byHash[q.hash] = at
			questions = append(questions, q)
		}
		questions[at].about = append(questions[at].about, i)
	}
	answers := make([]*huntAnswer, len(tasks))
	for reason, n := range r.askAll(ctx, s, hunting, r.config.HuntTime, questions, func(q question, a answer, _ vigil.ModelCall) {
		for _, i := range q.about {
			answers[i] = a.Hunt
		}
	}) {
		out.Without[reason] += n
	}
	for i, a := range answers {
		if a == nil {
			continue
		}
		out.Answered++
		for _, p := range a.Proposals {
			out.Proposals = append(out.Proposals, p.proposal(tasks[i], places[i]))
		}
	}
	return out
}

// huntAnswer is the form that huntSchema describes.
type huntAnswer struct {
	Proposals []proposed `json:"proposals"`
}

// proposed is a proposal in terms of a task.
type proposed struct {
	CWE         string `json:"cwe"`
	Line        int    `json:"line"` // of the task
	Code        string `json:"code"`
	Witness     string `json:"witness"`
	Also        []int  `json:"also"`
	Mend        string `json:"mend"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Remediation string `json:"remediation"`
}

// maxProposals is how many proposals of one answer are used.
const maxProposals = 3

// parseHunt checks the form of an answer, and limits what is stored of it. What is too long is
// still too long for a proposal after that, which is then refused.
func parseHunt(text string) (answer, error) {
	var h huntAnswer
	if err := decode(text, &h); err != nil {
		return answer{}, err
	}
	if h.Proposals == nil {
		return answer{}, errForm
	}
	h.Proposals = h.Proposals[:min(len(h.Proposals), maxProposals)]
	for i := range h.Proposals {
		p := &h.Proposals[i]
		for _, field := range []struct {
			text *string
			most int
		}{{&p.CWE, 100}, {&p.Code, vigil.MaxQuoteBytes}, {&p.Witness, vigil.MaxWitnessBytes}, {&p.Mend, vigil.MaxMendBytes}} {
			*field.text = strings.ToValidUTF8((*field.text)[:min(len(*field.text), field.most+4)], "\uFFFD")
		}
		p.Also = p.Also[:min(len(p.Also), vigil.MaxProposalPlace+1)]
		p.Title = strings.Join(strings.Fields(p.Title), " ")
		for _, field := range []struct {
			text *string
			most int
		}{{&p.Title, maxTitle}, {&p.Description, maxDescription}, {&p.Remediation, maxRemediation}} {
			if *field.text = plain(*field.text); len(*field.text) > field.most {
				*field.text = ""
			}
		}
	}
	return answer{Hunt: &h}, nil
}

// numbers are those of lines of a task, which some models quote with the code.
var numbers = regexp.MustCompile(`(?m)^ *[0-9]+ \| ?`)

// proposal translates a proposal from the lines of a task to those of files. A line that the task
// does not have is in no file.
func (p proposed) proposal(t hunt.Task, places []place) vigil.Proposal {
	at := func(line int) vigil.ProposalPlace {
		if line < 1 || line > len(places) {
			return vigil.ProposalPlace{}
		}
		return vigil.ProposalPlace{File: places[line-1].file, Line: places[line-1].line}
	}
	here := at(p.Line)
	out := vigil.Proposal{
		CWE: p.CWE, File: here.File, Line: here.Line, Code: p.Code, Witness: p.Witness, Mend: placeHunks(p.Mend, t),
		Title: p.Title, Description: p.Description, Remediation: p.Remediation,
	}
	if len(numbers.FindAllString(p.Code, -1)) == strings.Count(strings.Trim(p.Code, "\n"), "\n")+1 {
		out.Code = numbers.ReplaceAllString(p.Code, "")
	}
	for _, line := range p.Also {
		out.Also = append(out.Also, at(line))
	}
	return out
}
