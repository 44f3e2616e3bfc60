package httpapi

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/service"
	"vigil/internal/store"
)

func (a *API) listWitnesses(r *request) (answer, error) {
	q := r.query()
	provider := repositoryParams(q)
	states := listquery.Choices(q, "state", vigil.WitnessStates)
	page, cursor := r.page(q, vigil.WitnessSorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	repository, err := findRepository(r, a.store, provider)
	if err != nil {
		return answer{}, err
	}
	l, err := a.store.ListWitnesses(r.Context(), r.team(), repository.ID, states, page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(l, cursor, api.NewWitness), nil
}

// proposeWitness takes a proposal. What needs no source is checked at once; a scan proves the rest.
func (a *API) proposeWitness(r *request) (change, error) {
	b := parseBody(r.raw)
	p := vigil.Proposal{
		CWE: required[string](b, "cwe"), File: required[string](b, "file"), Line: int(min(requiredNumber(b, "line"), 1<<31-1)), Code: required[string](b, "code"),
		Witness: required[string](b, "witness"), Mend: required[string](b, "mend"),
		Title: optional[string](b, "title"), Description: optional[string](b, "description"), Remediation: optional[string](b, "remediation"),
	}
	for i, text := range b.strings("also") {
		place, ok := vigil.ParseProposalPlace(text)
		if !ok {
			b.invalid(fmt.Sprintf("also[%d]", i), "must be a place such as src/app.py:12")
		}
		p.Also = append(p.Also, place)
	}
	branch := optional[string](b, "branch")
	if err := b.done(); err != nil {
		return change{}, err
	}
	q := r.query()
	provider := repositoryParams(q)
	if err := q.Done(); err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		repository, err := findRepository(r, tx, provider)
		if err != nil {
			return answer{}, err
		}
		w, err := a.service.ProposeWitness(ctx, tx, r.key, repository.ID, branch, p)
		return answer{status: http.StatusAccepted, value: api.NewWitness(w)}, err
	}}, nil
}

func (a *API) getWitness(r *request) (answer, error) {
	id, err := r.onlyID("witness")
	if err != nil {
		return answer{}, err
	}
	w, err := a.store.GetWitness(r.Context(), r.team(), id)
	return ok(api.NewWitness(w)), err
}

// deleteWitness retires a witness: what somebody removed is not to come back by itself.
func (a *API) deleteWitness(r *request) (change, error) {
	id, err := r.onlyID("witness")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		_, err := a.service.RetireWitness(ctx, tx, r.team(), id)
		return ok(api.Deleted{Object: "witness", ID: string(id), Deleted: true}), err
	}}, nil
}

// promoteWitness adds the rule of a witness to the rules of the team. The new bundle is checked
// like one that is uploaded.
func (a *API) promoteWitness(r *request) (change, error) {
	id, err := r.onlyID("witness")
	if err != nil {
		return change{}, err
	}
	w, err := a.store.GetWitness(r.Context(), r.team(), id)
	if err != nil {
		return change{}, err
	}
	if !w.State.IsUsed() {
		return change{}, service.NotProvenError(w)
	}
	own, err := a.store.GetRuleBundleContent(r.Context(), r.team())
	if err != nil && vigil.KindOf(err) != vigil.NotFound {
		return change{}, err
	}
	b, err := withWitness(own, w)
	if err != nil {
		return change{}, err
	}
	ctx, cancel := context.WithTimeout(r.caller, ruleTime)
	defer cancel()
	if b.Rules, err = a.checkRules(ctx, r.team(), b); err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		w, err := a.service.PromoteWitness(ctx, tx, r.team(), id, own.SHA256, b)
		return ok(api.NewWitness(w)), err
	}}, nil
}

// withWitness returns a bundle with one more rule file. What the team uploaded is in it as it was.
func withWitness(own vigil.RuleBundle, w vigil.Witness) (vigil.RuleBundle, error) {
	b := vigil.RuleBundle{MediaType: vigil.ZipBundle, ReplacesBuiltIn: own.ReplacesBuiltIn}
	name := "witnesses/" + w.RuleID() + ".yaml"
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	add := func(name string, text []byte) error {
		to, err := archive.Create(name)
		if err == nil {
			_, err = to.Write(text)
		}
		return err
	}
	var err error
	switch own.MediaType {
	case vigil.YAMLBundle:
		err = add("rules.yaml", own.Content)
	case vigil.ZipBundle:
		var before *zip.Reader
		if before, err = zip.NewReader(bytes.NewReader(own.Content), int64(len(own.Content))); err == nil {
			for _, f := range before.File {
				if strings.TrimPrefix(f.Name, "./") == name {
					continue
				}
				if err = archive.Copy(f); err != nil {
					break
				}
			}
		}
	}
	if err == nil {
		err = add(name, []byte(w.Rule))
	}
	if err == nil {
		err = archive.Close()
	}
	if err != nil {
		return b, fmt.Errorf("add witness to rules: %w", err)
	}
	if out.Len() > maxBundle {
		return b, &vigil.Error{Kind: vigil.TooLarge, Code: "body_too_large", Message: "With this rule, the rules of the team are larger than 5 MiB."}
	}
	b.Content = out.Bytes()
	return b, nil
}
