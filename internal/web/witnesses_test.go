package web_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// checkRules takes any rules. What is wrong with some is tested with package rulebundle.
func checkRules(context.Context, vigil.TeamID, vigil.RuleBundle) ([]vigil.Rule, error) {
	return []vigil.Rule{{ID: "x", Origin: vigil.TeamRule, Status: vigil.ActiveRule, Mode: "search", Languages: []string{"python"}, Line: 1}}, nil
}

// addWitness stores a witness whose texts are hostile.
func (b *board) addWitness(rule string, state vigil.WitnessState) vigil.Witness {
	b.t.Helper()
	p := vigil.Proposal{CWE: "CWE-639", File: "a" + hostile + ".py", Line: 7, Code: "quoted " + hostile, Witness: rule + " " + hostile, Mend: "mend " + hostile,
		Title: "title " + hostile, Description: "description " + hostile, Remediation: "remediation " + hostile, Also: []vigil.ProposalPlace{{File: "other" + hostile, Line: 3}}}
	w := vigil.Witness{ID: vigil.NewID(), RepositoryID: b.repository.ID, Hash: p.Hash(), State: state, Proposal: p, Branch: "b" + hostile, ScanID: b.scan.ID, Proposer: "agent " + hostile, CreatedAt: vigil.Now()}
	if state.IsUsed() {
		w.Rule, w.CommitSHA, w.ProvenAt = "adopted "+hostile, strings.Repeat("c", 40), vigil.Now()
	}
	storetest.Write(b.t, b.store, func(tx *store.Tx) error {
		_, err := tx.InsertWitness(ctx, b.team.ID, w)
		return err
	})
	return w
}

// TestWitnesses shows witnesses, whose texts come from proposers nobody trusts, and what becomes
// of them.
func TestWitnesses(t *testing.T) {
	t.Parallel()
	forEachBoard(t, func(t *testing.T, b *board) {
		in := b.signedIn()
		repository := "/repositories/" + string(b.repository.ID)
		in.get(repository).want(200).without("Witnesses")
		w, waiting := b.addWitness("one", vigil.WitnessProven), b.addWitness("two", vigil.WitnessProposed)
		refused := b.addWitness("three", vigil.WitnessProposed)
		storetest.Write(t, b.store, func(tx *store.Tx) error {
			_, err := service.SettleProposal(ctx, tx, b.team.ID, refused, "", vigil.WitnessElsewhere, "also at "+hostile, vigil.Now())
			return err
		})
		one, found := "/witnesses/"+string(w.ID), "/vulnerabilities/"+string(b.found[0].ID)
		markup := []string{"<script>alert", "<img src=x", hostile}

		in.get(repository).want(200, "Witnesses", `href="`+one+`"`, w.RuleID(), ">proven<", ">proposed<", ">refused<", "witness elsewhere", "agent &#34;").without(markup...)
		in.get(one).want(200, ">proven<", "confidence is at most 6", "acme/shop", "CWE-639", "quoted &#34;", "adopted &#34;", "mend &#34;", "Words of the proposer", "description &#34;",
			"/scans/"+string(b.scan.ID), "Promote to the team", "Retire witness", "other&#34;").without(markup...)
		in.get("/witnesses/"+string(waiting.ID)).want(200, "A scan is going to prove it", "Retire witness", "two &#34;").without("Promote to the team")
		in.get("/witnesses/"+string(refused.ID)).want(200, "witness elsewhere: ", "also at &#34;").without(append(markup, "Promote to the team")...)

		// A finding says that a witness found it, and what is known of the witness.
		in.get(found).want(200).without("Found by")
		b.addEvidence(b.found[0], map[string]any{"detector": "model", "rule": w.RuleID(), "path": "a.py", "start_line": 1, "end_line": 1})
		b.addEvidence(b.found[1], map[string]any{"detector": "model", "rule": "model.0000000000000000", "path": "a.py", "start_line": 1, "end_line": 1})
		b.addEvidence(b.found[2], map[string]any{"detector": "code", "rule": w.RuleID(), "path": "a.py", "start_line": 1, "end_line": 1})
		in.get(found).want(200, "Found by", `a <a href="`+one+`">witness</a>`, ">proven<", "proposed by agent &#34;", "are the words of the proposer").without(markup...)
		in.get("/vulnerabilities/"+string(b.found[1].ID)).want(200, "a witness that no longer exists")
		in.get("/vulnerabilities/" + string(b.found[2].ID)).want(200).without("Found by") // a promoted rule is a rule of the team
		storetest.Write(t, b.store, func(tx *store.Tx) error {
			confirmed := w
			confirmed.State = vigil.WitnessConfirmed
			_, err := tx.UpdateWitness(ctx, b.team.ID, vigil.WitnessProven, confirmed)
			return err
		})
		in.get(found).want(200, ">confirmed<")
		in.get(one).want(200, ">confirmed<", "A person has confirmed")

		// Permissions, and other teams.
		reader := b.signedIn(vigil.VulnerabilitiesRead)
		reader.get(one).want(200, "quoted").without("Promote to the team", "Retire witness", "acme/shop", "/scans/")
		b.signedIn(vigil.RepositoriesRead).get(repository).want(200).without("Witnesses")
		b.signedIn(vigil.RepositoriesRead).get(one).want(403, "vulnerabilities.read")
		for _, action := range []string{"/promote", "/retire"} {
			reader.post(one+action, url.Values{}).want(403, "repositories.manage")
			b.browser().post(one+action, url.Values{}).want(401)
		}
		_, secret := b.newKey(storetest.Team(t, b.store, "other"))
		stranger := b.browser()
		stranger.post("/sign-in", url.Values{"key": {string(secret)}}).want(303)
		stranger.get(one).want(404)
		stranger.post(one+"/promote", url.Values{}).want(404)
		stranger.post(one+"/retire", url.Values{}).want(404)
		in.get("/witnesses/nope").want(404)

		in.post("/witnesses/"+string(waiting.ID)+"/promote", url.Values{}).want(409, "The witness is proposed")
		in.post(one+"/promote", url.Values{}).leadsTo(one)
		in.get(one).want(200, "its rule is one of the team")
		in.get(repository).want(200, ">promoted<")
		if own, err := b.store.GetRuleBundle(ctx, b.team.ID); err != nil || own.SHA256 == "" {
			t.Errorf("%+v, %v", own, err)
		}
		in.post(one+"/retire", url.Values{}).leadsTo(one)
		in.get(one).want(200, ">retired<", "no longer look for it").without("Promote to the team", "Retire witness")
		in.get(found).want(200, ">retired<")
	})
}
