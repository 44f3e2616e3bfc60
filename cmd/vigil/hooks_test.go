package main_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"vigil/api"
)

// hookSender sends hooks to a server as GitHub does.
type hookSender struct {
	t      *testing.T
	r      *repository
	s      *service
	p      *person
	secret string
	path   string
	sent   int
}

// head returns the commit of a ref.
func (h *hookSender) head(ref string) string {
	h.t.Helper()
	out, err := exec.Command("git", "-C", h.r.dir, "rev-parse", ref).Output()
	if err != nil {
		h.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// send sends a hook and returns its ID at the server.
func (h *hookSender) send(event string, payload map[string]any) string {
	h.t.Helper()
	h.sent++
	payload["repository"] = map[string]any{"full_name": "acme/api", "default_branch": "trunk", "updated_at": h.sent}
	body, err := json.Marshal(payload)
	if err != nil {
		h.t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, h.s.url+h.path, strings.NewReader(string(body)))
	if err != nil {
		h.t.Fatal(err)
	}
	mac := hmac.New(sha256.New, []byte(h.secret))
	mac.Write(body)
	for name, value := range map[string]string{"Content-Type": "application/json", "X-GitHub-Event": event, "X-GitHub-Delivery": fmt.Sprint("delivery-", h.sent),
		"X-Hub-Signature-256": "sha256=" + hex.EncodeToString(mac.Sum(nil))} {
		r.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	var d api.HookDelivery
	if err := json.Unmarshal(text, &d); err != nil || answer.StatusCode != http.StatusAccepted {
		h.t.Fatalf("%d %s", answer.StatusCode, text)
	}
	return d.ID
}

// await waits until a hook is processed.
func (h *hookSender) await(id string) (d api.HookDelivery) {
	h.t.Helper()
	eventually(h.t, h.s, "the hook is processed", func() bool {
		if err := json.Unmarshal([]byte(h.s.want(200, h.s.key(), "GET", "/api/v1/hooks/deliveries/"+id, "")), &d); err != nil {
			h.t.Fatal(err)
		}
		return d.Status != "pending"
	})
	return d
}

// pull sends a hook about pull request 7 and waits for its scan, if it starts one.
func (h *hookSender) pull(action string, merged bool) (d api.HookDelivery, gate string) {
	h.t.Helper()
	d = h.await(h.send("pull_request", map[string]any{"action": action, "pull_request": map[string]any{
		"number": 7, "merged": merged, "merge_commit_sha": h.head("trunk"),
		"head": map[string]any{"ref": "topic", "sha": h.head("refs/pull/7/head"), "repo": map[string]any{"id": 1}},
		"base": map[string]any{"ref": "trunk", "repo": map[string]any{"id": 1}},
	}}))
	if d.Status != "processed" {
		h.t.Fatalf("%s: %s %s", action, d.Status, *d.Outcome)
	}
	if action == "closed" {
		return d, ""
	}
	h.s.awaitScan(h.s.key(), *d.ScanID, "completed")
	return d, h.s.want(200, h.s.key(), "GET", "/api/v1/scans/"+*d.ScanID+"/gate", "")
}

// commit makes the pull request have these files.
func (h *hookSender) commit(files map[string]string) {
	h.t.Helper()
	h.r.git("checkout", "-q", "topic")
	h.r.commit(files)
	h.r.git("update-ref", "refs/pull/7/head", "HEAD")
	h.r.git("checkout", "-q", "trunk")
}

// TestHooks follows a pull request by the hooks of its host alone: opened, mended, merged.
func TestHooks(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror, data := t.TempDir(), t.TempDir()
		r := newRepository(t, mirror, "acme/api")
		r.commit(map[string]string{"a.txt": "nothing\n"})
		args = append(args, "--github-url", "file://"+mirror)
		s := start(t, data, args...)
		p := newPerson(t)
		if _, errs, code := p.types(s.key()+"\n", "login", "--url", s.url); code != 0 {
			t.Fatal(errs)
		}
		p.gets(0, "scans", "start", "acme/api", "--wait")
		p.gets(0, "repos", "set", "acme/api", "--fail-on", "low")

		added := p.gets(0, "hooks", "secret", "add", "github", "--name", "organization")
		h := &hookSender{t: t, r: r, s: s, p: p}
		for line := range strings.Lines(added) {
			if fields := strings.Fields(line); fields[0] == "Secret" {
				h.secret = fields[1]
			} else if fields[0] == "URL" {
				h.path = strings.TrimPrefix(fields[1], s.url)
			}
		}
		if h.secret == "" || !strings.HasPrefix(h.path, "/hooks/github/") {
			t.Fatal(added)
		}
		if out := p.gets(0, "hooks", "secret", "list"); !strings.Contains(out, "organization") || strings.Contains(out, h.secret) {
			t.Error(out)
		}

		// It brings a secret, which a newer head removes, and another one.
		r.git("checkout", "-q", "-b", "topic", "trunk")
		h.commit(map[string]string{"b.txt": "token: " + token(1) + "\n", "c.txt": "token: " + token(2) + "\n"})
		if _, gate := h.pull("opened", false); !strings.Contains(gate, `"passed":false`) {
			t.Errorf("with secrets: %s", gate)
		}
		h.commit(map[string]string{"b.txt": "nothing\n", "c.txt": "token: " + token(2) + "\n"})
		if _, gate := h.pull("synchronize", false); !strings.Contains(gate, `"passed":false`) {
			t.Errorf("with one secret: %s", gate)
		}
		statuses := func() string {
			var found []api.Vulnerability
			p.reads(&found, "vulns", "list", "--limit", "0", "--sort", "created_at")
			var out []string
			for _, v := range found {
				out = append(out, v.FilePath+" "+v.Status)
			}
			return strings.Join(out, ", ")
		}
		if got := statuses(); !strings.Contains(got, "b.txt fixed") || !strings.Contains(got, "c.txt open") {
			t.Error(got)
		}

		// It is merged with the other: that is on the branch now, and was never fixed.
		r.git("merge", "-q", "--ff-only", "topic")
		merged := h.send("push", map[string]any{"ref": "refs/heads/trunk", "after": h.head("trunk")})
		_ = s.end(os.Kill) // whatever became of it
		s = start(t, data, args...)
		h.s = s
		if _, errs, code := p.types(s.key()+"\n", "login", "--url", s.url); code != 0 {
			t.Fatal(errs)
		}
		if d, _ := h.pull("closed", true); !strings.Contains(*d.Outcome, "ended pull request 7") {
			t.Errorf("%+v", d)
		}
		push := h.await(merged)
		if push.ScanID == nil {
			t.Fatalf("%+v", push)
		}
		if got := statuses(); !strings.Contains(got, "c.txt open") {
			t.Error(got)
		}
		if history := s.want(200, s.key(), "GET", "/api/v1/vulnerabilities/"+h.find("c.txt")+"/history", ""); strings.Contains(history, "fixed") {
			t.Errorf("it was fixed in between: %s", history)
		}
		r.commit(map[string]string{"c.txt": "nothing\n"})
		d := h.await(h.send("push", map[string]any{"ref": "refs/heads/trunk", "after": h.head("trunk")}))
		s.awaitScan(s.key(), *d.ScanID, "completed")
		if got := statuses(); strings.Contains(got, "open") {
			t.Error(got)
		}

		out := p.gets(0, "hooks", "list", "--status", "processed")
		if strings.Count(out, " processed ") != 5 {
			t.Error(out)
		}
		var replayed api.HookDelivery
		if p.reads(&replayed, "hooks", "replay", d.ID); replayed.ReplayCount != 1 {
			t.Errorf("%+v", replayed)
		}
		h.await(d.ID)
		var secrets []api.HookSecret
		p.reads(&secrets, "hooks", "secret", "list")
		p.gets(0, "hooks", "secret", "remove", secrets[0].ID)
		p.gets(3, "hooks", "secret", "remove", secrets[0].ID)
		p.gets(2, "hooks", "secret", "add", "githup")
		if out, errs, code := p.types("short\n", "hooks", "secret", "add", "gitlab", "--stdin"); code != 2 || !strings.Contains(errs, "secret") {
			t.Errorf("exit %d: %s%s", code, out, errs)
		}
	})
}

// find returns the ID of the vulnerability in a file.
func (h *hookSender) find(file string) string {
	var found []api.Vulnerability
	h.p.reads(&found, "vulns", "list", "--limit", "0")
	for _, v := range found {
		if v.FilePath == file {
			return v.ID
		}
	}
	h.t.Fatalf("nothing in %s", file)
	return ""
}
