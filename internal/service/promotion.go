package service

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"strings"

	"vigil"
	"vigil/internal/store"
)

// PlanPromotion returns the rules of a team with that of a witness, for PromoteWitness. They still
// have to be validated, like rules that are uploaded. Before is the hash of the rules as they are.
func PlanPromotion(ctx context.Context, db *store.Store, team vigil.TeamID, id vigil.ID) (before string, b vigil.RuleBundle, err error) {
	w, err := db.GetWitness(ctx, team, id)
	if err != nil {
		return "", b, err
	}
	if !w.State.IsUsed() {
		return "", b, NotProvenError(w)
	}
	own, err := db.GetRuleBundleContent(ctx, team)
	if err != nil && vigil.KindOf(err) != vigil.NotFound {
		return "", b, err
	}
	b, err = withWitness(own, w)
	return own.SHA256, b, err
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
	if out.Len() > vigil.MaxRuleBundle {
		return b, &vigil.Error{Kind: vigil.TooLarge, Code: "body_too_large", Message: "With this rule, the rules of the team are larger than 5 MiB."}
	}
	b.Content = out.Bytes()
	return b, nil
}
