package rulebundle

import (
	"context"
	"encoding/json"
	"errors"

	"vigil"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/sandbox"
)

// maxAdopted is the maximum size of the rule file of a witness.
const maxAdopted = 64 << 10

// saidOfWitness is what the sandboxed process says of a witness.
type saidOfWitness struct {
	Text    string `json:"text,omitempty"`
	Problem string `json:"problem,omitempty"`
	Slow    bool   `json:"slow,omitempty"`
}

// adopt runs in the sandboxed process.
func (r *Request) adopt(ctx context.Context, lines *json.Encoder) error {
	if len(r.Rules) != 1 || r.Adoption == nil {
		return errors.New("expected one witness")
	}
	text, problem, slow, err := rulescan.CheckWitness(ctx, r.parsers, r.Rules[0].Text, *r.Adoption)
	if err != nil {
		return err
	}
	return lines.Encode(said{Witness: &saidOfWitness{string(text), clip(problem, maxProblemLength), slow}})
}

// Adopt returns the rule file of a proposed witness, with an id and words of ours. A rule that is
// not valid, or could be slow, is a *vigil.RefusedError.
func Adopt(ctx context.Context, s *sandbox.Sandbox, grammarCache, text string, as rules.Adoption) (string, error) {
	r := Request{Rules: rules.Bundle{{Path: "witness.yaml", Text: []byte(text)}}, GrammarCache: grammarCache, Check: checkLanguages}
	err := r.in(ctx, s, func(l said) error { r.Grammars = rulescan.GrammarsOf(l.Languages); return nil })
	var got saidOfWitness
	if err == nil {
		r.Check, r.Adoption = checkWitness, &as
		err = r.in(ctx, s, func(l said) error {
			if l.Witness != nil {
				got = *l.Witness
			}
			return nil
		})
	}
	switch {
	case errors.Is(err, sandbox.ErrTimeout), errors.Is(err, sandbox.ErrMemory), errors.Is(err, sandbox.ErrOutput):
		return "", vigil.Refuse(vigil.WitnessTooSlow, "reading the rule takes too long")
	case err != nil:
		return "", err
	case got.Slow:
		return "", vigil.Refuse(vigil.WitnessTooSlow, "%s", got.Problem)
	case got.Problem != "":
		return "", vigil.Refuse(vigil.WitnessInvalid, "%s", got.Problem)
	case got.Text == "" || len(got.Text) > maxAdopted:
		return "", vigil.Refuse(vigil.WitnessInvalid, "the rule is larger than %d bytes", maxAdopted)
	}
	return got.Text, nil
}
