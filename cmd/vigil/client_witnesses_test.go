package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/witness/witnesstest"
)

// TestClientWitnesses proposes weaknesses to a server, waits for the proof, and follows what
// becomes of them.
func TestClientWitnesses(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		app := witnesstest.Apps[0]
		mirror := t.TempDir()
		code := newRepository(t, mirror, "acme/api")
		code.commit(map[string]string{app.File: app.Source})
		s, p := loggedIn(t, surroundings{}, append(args, "--github-url", "file://"+mirror)...)
		p.gets(0, "scans", "start", "acme/api", "--wait")
		if out := p.gets(0, "witnesses", "list", "acme/api"); strings.Count(out, "\n") != 1 || !strings.HasPrefix(out, "ID  STATE") {
			t.Error(out)
		}
		write := func(proposal vigil.Proposal, more map[string]any) string {
			t.Helper()
			body := map[string]any{"cwe": proposal.CWE, "file": proposal.File, "line": proposal.Line, "code": proposal.Code, "witness": proposal.Witness, "mend": proposal.Mend}
			for k, v := range more {
				body[k] = v
			}
			text, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "proposal.json")
			if err := os.WriteFile(file, text, 0o600); err != nil {
				t.Fatal(err)
			}
			return file
		}

		// Waiting for the proof of a right proposal, and of a wrong one.
		right := write(app.Proposal(app.Cases[0]), map[string]any{"title": "\x1b[31mred"})
		var proven api.Witness
		p.reads(&proven, "witnesses", "propose", "acme/api", "--file", right, "--branch", "trunk", "--wait")
		if proven.State != "proven" || proven.Rule == nil || proven.ScanID == nil || *proven.Branch != "trunk" || proven.Proposer == "" {
			t.Fatalf("%+v", proven)
		}
		wrong := app.Proposal(app.Cases[1])
		wrong.Line, wrong.Witness = wrong.Line+1, wrong.Witness+"  # another rule\n"
		out, errs, exit := p.types("", "witnesses", "propose", "acme/api", "--file", write(wrong, nil), "--wait")
		if exit != 1 || !strings.Contains(errs, "the proposal was refused: wrong_place: ") || !strings.Contains(out, "refused") {
			t.Errorf("exit %d: %s%s", exit, out, errs)
		}
		// A scan that fails decides nothing.
		_, errs, exit = p.types("", "witnesses", "propose", "acme/api", "--file", write(app.Proposal(app.Cases[2]), nil), "--branch", "nowhere", "--wait")
		if exit != 3 || !strings.Contains(errs, "the proposal is not proven: its scan is failed") {
			t.Errorf("exit %d: %s", exit, errs)
		}

		// Without waiting, from standard input.
		text, err := os.ReadFile(write(app.Proposal(app.Cases[1]), nil))
		if err != nil {
			t.Fatal(err)
		}
		out, errs, exit = p.types(string(text), "witnesses", "propose", "acme/api", "--file", "-")
		if exit != 0 || !strings.Contains(out, "proposed") || !strings.Contains(errs, "vigil scans watch ") {
			t.Fatalf("exit %d: %s%s", exit, out, errs)
		}
		_, scan, _ := strings.Cut(errs, "vigil scans watch ")
		scan, _, _ = strings.Cut(scan, `"`)
		p.gets(0, "scans", "watch", scan)
		if out := p.gets(0, "witnesses", "list", "acme/api", "--state", "proven"); strings.Count(out, " proven ") != 2 || strings.Contains(out, "refused ") {
			t.Error(out)
		}
		if out := p.gets(0, "witnesses", "list", "acme/api", "--state", "refused,proposed"); strings.Count(out, "\n") != 3 || !strings.Contains(out, "wrong_place") {
			t.Error(out)
		}

		// Promote and retire.
		if out := p.gets(0, "witnesses", "promote", proven.ID); !strings.Contains(out, proven.RuleID) {
			t.Error(out)
		}
		if rules := s.want(200, s.key(), "GET", "/api/v1/rules?origin=team", ""); !strings.Contains(rules, proven.RuleID) {
			t.Error(rules)
		}
		p.gets(0, "witnesses", "delete", proven.ID)
		var shown api.Witness
		if p.reads(&shown, "witnesses", "show", proven.ID); shown.State != "retired" || shown.PromotedAt == nil || shown.Proposal.Title != "\x1b[31mred" {
			t.Errorf("%+v", shown)
		}
		if out := p.gets(0, "witnesses", "show", proven.ID); strings.Contains(out, "\x1b") {
			t.Errorf("%q", out)
		}

		for _, c := range []struct {
			args string
			code int
			says string
		}{
			{"propose acme/api", 2, "--file is required"},
			{"propose acme/api --file /nowhere.json", 2, "no such file"},
			{"propose acme/api --file " + write(wrong, map[string]any{"severity": "high"}), 2, `unknown field "severity"`},
			{"propose acme/none --file " + right, 3, `there is no repository "acme/none"`},
			{"propose acme/api --file " + write(wrong, map[string]any{"cwe": "IDOR"}), 1, "the proposal was refused: proposal_invalid: cwe must"},
			{"propose acme/api --file " + write(wrong, map[string]any{"mend": "none"}), 1, "the proposal was refused: mend_does_not_apply"},
			{"list acme/api --state provne", 2, `did you mean "proven"?`},
			{"list acme/none", 3, `there is no repository "acme/none"`},
			{"promote " + proven.ID, 3, "retired"},
			{"promote x", 3, "There is no such witness"},
			{"delete x", 3, "There is no such witness"},
			{"show", 2, "takes ID"},
		} {
			out, errs, code := p.types("", append([]string{"witnesses"}, strings.Fields(c.args)...)...)
			if code != c.code || !strings.Contains(errs, c.says) || out != "" {
				t.Errorf("%s: exit %d: %s%s", c.args, code, out, errs)
			}
		}
	})
}
