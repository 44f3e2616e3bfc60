package hooks

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil"
)

const (
	head  = "b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2"
	merge = "c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3"
	fixed = "0192f0c1-1111-7222-8333-944455566677"
)

// TestEvents: each sample of testdata means what it should. A sample that is not listed fails.
func TestEvents(t *testing.T) {
	github := Event{Repository: "acme/api", WebURL: "https://github.com/acme/api", DefaultBranch: "main"}
	gitlab := Event{Repository: "acme/platform/api", WebURL: "https://gitlab.com/acme/platform/api", DefaultBranch: "main"}
	system := Event{Repository: "acme/platform/api"}
	pull := func(of Event, kind Kind, edit func(*Event)) Event {
		of.Kind, of.Number, of.Branch, of.HeadBranch, of.Head, of.Fixes = kind, 7, "main", "search", head, []string{fixed}
		if kind == PullRequestClosed {
			of.Fixes = nil
		}
		if edit != nil {
			edit(&of)
		}
		return of
	}
	push := func(of Event, kind Kind, branch string, fixes ...string) Event {
		of.Kind, of.Branch, of.Fixes = kind, branch, fixes
		if kind == Push {
			of.Head = head
		}
		return of
	}
	ignored := func(repository, why string) Event { return Event{Repository: repository, Ignored: why} }
	renamed := func(of Event, to, url, from string) Event {
		of.Kind, of.Repository, of.WebURL, of.FormerName = Renamed, to, url, from
		return of
	}
	const nothing = "the action changes nothing that is scanned"
	want := map[string]Event{
		"github/pull_request.opened":             pull(github, PullRequest, nil),
		"github/pull_request.reopened":           pull(github, PullRequest, nil),
		"github/pull_request.synchronize":        pull(github, PullRequest, nil),
		"github/pull_request.ready_for_review":   pull(github, PullRequest, nil),
		"github/pull_request.edited_base":        pull(github, PullRequest, nil),
		"github/pull_request.edited_title":       ignored("acme/api", "the pull request has the same base"),
		"github/pull_request.labeled":            ignored("acme/api", nothing),
		"github/pull_request.closed":             pull(github, PullRequestClosed, nil),
		"github/pull_request.merged":             pull(github, PullRequestClosed, func(e *Event) { e.Merged, e.MergedAs = true, merge }),
		"github/pull_request.fork":               pull(github, PullRequest, func(e *Event) { e.Fork, e.HeadBranch, e.Fixes = true, "main", nil }),
		"github/pull_request.fork_gone":          pull(github, PullRequest, func(e *Event) { e.Fork = true }),
		"github/pull_request.fix_branch":         pull(github, PullRequest, func(e *Event) { e.HeadBranch = "vigil-fix/" + fixed }),
		"github/push":                            push(github, Push, "main"),
		"github/push.branch":                     push(github, Push, "search"),
		"github/push.fix_branch":                 push(github, Push, "vigil-fix/"+fixed, fixed),
		"github/push.deleted":                    push(github, BranchDeleted, "search"),
		"github/push.tag":                        ignored("acme/api", "not a branch: refs/tags/v1"),
		"github/repository.renamed":              renamed(github, "acme/service", "https://github.com/acme/service", "acme/api"),
		"github/repository.transferred":          renamed(github, "umbrella/api", "https://github.com/umbrella/api", "acme/api"),
		"github/repository.deleted":              {Kind: Deleted, Repository: "acme/api", WebURL: github.WebURL, DefaultBranch: "main"},
		"github/repository.edited":               {Kind: DefaultBranch, Repository: "acme/api", WebURL: github.WebURL, DefaultBranch: "trunk"},
		"github/repository.archived":             ignored("acme/api", nothing),
		"github/installation.created":            ignored("", "no GitHub App is connected"),
		"github/installation_repositories.added": ignored("", "no GitHub App is connected"),
		"github/check_run.rerequested":           ignored("acme/api", "check runs are not published"),
		"github/ping":                            ignored("acme/api", "the host tests the connection"),
		"github/star.created":                    ignored("acme/api", "no such event is processed"),

		"gitlab/merge_request.open":           pull(gitlab, PullRequest, nil),
		"gitlab/merge_request.reopen":         pull(gitlab, PullRequest, nil),
		"gitlab/merge_request.update_commits": pull(gitlab, PullRequest, nil),
		"gitlab/merge_request.update_target":  pull(gitlab, PullRequest, nil),
		"gitlab/merge_request.update_ready":   pull(gitlab, PullRequest, nil),
		"gitlab/merge_request.update_title":   ignored("acme/platform/api", "the merge request has the same commits and the same target"),
		"gitlab/merge_request.approved":       ignored("acme/platform/api", nothing),
		"gitlab/merge_request.close":          pull(gitlab, PullRequestClosed, nil),
		"gitlab/merge_request.merge":          pull(gitlab, PullRequestClosed, func(e *Event) { e.Merged, e.MergedAs = true, merge }),
		"gitlab/merge_request.fork":           pull(gitlab, PullRequest, func(e *Event) { e.Fork = true }),
		"gitlab/push":                         push(gitlab, Push, "main"),
		"gitlab/push.branch":                  push(gitlab, Push, "search"),
		"gitlab/push.deleted":                 push(gitlab, BranchDeleted, "search"),
		"gitlab/tag_push":                     ignored("acme/platform/api", "not a branch: refs/tags/v1"),
		"gitlab/note":                         ignored("acme/platform/api", "no such event is processed"),
		"gitlab/system.push":                  push(gitlab, Push, "main"),
		"gitlab/system.merge_request":         pull(gitlab, PullRequest, nil),
		"gitlab/system.project_rename":        renamed(system, "acme/platform/service", "", "acme/platform/api"),
		"gitlab/system.project_transfer":      renamed(system, "umbrella/api", "", "acme/platform/api"),
		"gitlab/system.project_destroy":       {Kind: Deleted, Repository: "acme/platform/api"},
		"gitlab/system.key_create":            ignored("", "no such event is processed"),
		"gitlab/system.repository_update":     ignored("acme/platform/api", "no such event is processed"),
	}
	files, err := filepath.Glob("testdata/*/*.json")
	if err != nil || len(files) != len(want) {
		t.Errorf("%d samples, %d expectations: %v", len(files), len(want), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(file), "testdata/"), ".json")
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		host, event, _ := strings.Cut(name, "/")
		event, _, _ = strings.Cut(event, ".")
		if host == "gitlab" {
			event = "System Hook" // the body decides
		}
		got, err := Parse(vigil.Provider(host), event, body)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		stored, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		for _, private := range []string{"hunter2", "example.com\"", "Adds a search", "jane", "ssh-rsa"} {
			if strings.Contains(string(stored), private) {
				t.Errorf("%s: %q is stored: %s", name, private, stored)
			}
		}
		if got.Name == "" || len(stored) > 2000 {
			t.Errorf("%s: %s", name, stored)
		}
		expected := want[name]
		expected.Name, expected.Action = got.Name, got.Action
		if wanted, _ := json.Marshal(expected); string(wanted) != string(stored) {
			t.Errorf("%s:\n%s, want\n%s", name, stored, wanted)
		}
	}
}

// TestHostileBodies: what no host sends has no effect.
func TestHostileBodies(t *testing.T) {
	for _, body := range []string{"", "null", "[]", "5", `"x"`, "{", `{"ref":`, "payload=%7B%7D", strings.Repeat("[", 100_000), `{"a":1}{`} {
		if _, err := Parse(vigil.GitHub, "push", []byte(body)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%.40q: %v", body, err)
		}
	}
	const repository = `"repository":{"full_name":"acme/api","default_branch":"main"}`
	for name, body := range map[string]string{
		"no repository":         `{"ref":"refs/heads/main","after":"` + head + `"}`,
		"a URL":                 `{"ref":"refs/heads/main","after":"` + head + `","repository":{"full_name":"https://evil.example.com/x"}}`,
		"a traversal":           `{"ref":"refs/heads/main","after":"` + head + `","repository":{"full_name":"../../etc"}}`,
		"a long name":           `{"ref":"refs/heads/main","after":"` + head + `","repository":{"full_name":"a/` + strings.Repeat("b", 2000) + `"}}`,
		"an option as a branch": `{"ref":"refs/heads/--upload-pack=x","after":"` + head + `",` + repository + `}`,
		"a branch of a pull":    `{"ref":"refs/heads/refs/pull/7/head","after":"` + head + `",` + repository + `}`,
		"no commit":             `{"ref":"refs/heads/main","after":"$(id)",` + repository + `}`,
		"other types":           `{"ref":5,"after":[],"repository":"x"}`,
		"a default branch":      `{"ref":"refs/heads/main","after":"` + head + `","repository":{"full_name":"acme/api","default_branch":"-x"}}`,
	} {
		if e, err := Parse(vigil.GitHub, "push", []byte(body)); err != nil || e.Kind != Nothing || e.Ignored == "" {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
	for name, number := range map[string]string{"zero": "0", "negative": "-7", "huge": "99999999999", "a text": `"7"`} {
		body := `{"action":"opened","pull_request":{"number":` + number + `,"head":{"ref":"x","sha":"` + head + `"},"base":{"ref":"main"}},` + repository + `}`
		if e, err := Parse(vigil.GitHub, "pull_request", []byte(body)); err != nil || e.Kind != Nothing {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
}

func TestClaims(t *testing.T) {
	for text, want := range map[string]int{
		"Fixes vigil#" + fixed: 1, "fixes: Vigil#" + strings.ToUpper(fixed) + ".": 1, "Fixes vigil#" + fixed + " fixes vigil#" + fixed: 1,
		"prefixes vigil#" + fixed: 0, "Fixes vigil#123": 0, "vigil#" + fixed: 0, strings.Repeat("Fixes vigil#", 100_000): 0,
	} {
		if got := claims("x", text); len(got) != want {
			t.Errorf("%.60q: %v", text, got)
		}
	}
	if got := claims("vigil-fix/../main", ""); got != nil {
		t.Error(got)
	}
}

func TestHost(t *testing.T) {
	for raw, want := range map[string]string{"https://GitHub.com/acme/api": "github.com", "https://git.example.com:443/x": "git.example.com", "http://git.example.com:8080": "git.example.com:8080", "": "", "file:///mirror": "", "%": ""} {
		if got := Host(raw); got != want {
			t.Errorf("%s: %q", raw, got)
		}
	}
}
