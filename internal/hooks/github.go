package hooks

import "slices"

// githubHook has the fields of GitHub's payloads that Vigil reads. Gitea sends the same ones.
type githubHook struct {
	Action     string `json:"action"`
	Ref        string `json:"ref"`
	After      string `json:"after"`
	Deleted    bool   `json:"deleted"`
	Repository *struct {
		FullName      string `json:"full_name"`
		HTMLURL       string `json:"html_url"`
		DefaultBranch string `json:"default_branch"`
		Owner         struct {
			Login string `json:"login"`
		} `json:"owner"`
		Name string `json:"name"`
	} `json:"repository"`
	PullRequest *struct {
		Number int64  `json:"number"`
		Body   string `json:"body"`
		Merged bool   `json:"merged"`
		// MergeCommit is a test merge as long as the pull request is open.
		MergeCommit string `json:"merge_commit_sha"`
		Head        struct {
			Ref  string      `json:"ref"`
			SHA  string      `json:"sha"`
			Repo *githubRepo `json:"repo"` // null: the fork is gone
		} `json:"head"`
		Base struct {
			Ref  string      `json:"ref"`
			Repo *githubRepo `json:"repo"`
		} `json:"base"`
	} `json:"pull_request"`
	Changes struct {
		Base          *struct{} `json:"base"`
		DefaultBranch *struct{} `json:"default_branch"`
		Repository    struct {
			Name struct {
				From string `json:"from"`
			} `json:"name"`
		} `json:"repository"`
		Owner struct {
			From struct {
				User, Organization struct {
					Login string `json:"login"`
				}
			} `json:"from"`
		} `json:"owner"`
	} `json:"changes"`
}

type githubRepo struct {
	ID int64 `json:"id"`
}

// scanned are the actions after which a pull request is scanned, besides a change of its base.
// Gitea says synchronized.
var scanned = []string{"opened", "synchronize", "synchronized", "reopened", "ready_for_review"}

func parseGitHub(event string, body []byte) (Event, error) {
	var h githubHook
	if err := decode(body, &h); err != nil {
		return Event{}, err
	}
	e := Event{Name: event, Action: h.Action}
	if r := h.Repository; r != nil {
		e.Repository, e.WebURL, e.DefaultBranch = r.FullName, r.HTMLURL, r.DefaultBranch
	}
	switch event {
	case "push":
		return e.pushed(h.Ref, h.After, h.Deleted), nil
	case "pull_request", "pull_request_sync": // as Gitea calls a new head
		return e.githubPullRequest(h), nil
	case "repository":
		return e.githubRepository(h), nil
	case "ping":
		return e.ignore("the host tests the connection"), nil
	case "installation", "installation_repositories":
		return e.ignore("no GitHub App is connected"), nil
	case "check_run":
		return e.ignore("check runs are not published"), nil
	}
	return e.ignore("no such event is processed"), nil
}

func (e Event) githubPullRequest(h githubHook) Event {
	p := h.PullRequest
	if p == nil {
		return e.ignore("malformed: it has no pull request")
	}
	e.Number, e.Branch, e.HeadBranch, e.Head, e.Merged = p.Number, p.Base.Ref, p.Head.Ref, p.Head.SHA, p.Merged
	e.Fork = p.Head.Repo == nil || p.Base.Repo == nil || p.Head.Repo.ID != p.Base.Repo.ID
	switch {
	case h.Action == "closed":
		e.Kind = PullRequestClosed
		if e.Merged {
			e.MergedAs = p.MergeCommit
		}
		return e
	case h.Action == "edited" && h.Changes.Base == nil:
		return e.ignore("the pull request has the same base")
	case h.Action != "edited" && !slices.Contains(scanned, h.Action):
		return e.ignore("the action changes nothing that is scanned")
	}
	e.Kind, e.Fixes = PullRequest, claims(e.HeadBranch, p.Body)
	return e
}

func (e Event) githubRepository(h githubHook) Event {
	if h.Repository == nil {
		return e.ignore("malformed: it has no repository")
	}
	owner, name := h.Repository.Owner.Login, h.Repository.Name
	switch {
	case h.Action == "renamed":
		e.Kind, e.FormerName = Renamed, owner+"/"+h.Changes.Repository.Name.From
	case h.Action == "transferred":
		from := h.Changes.Owner.From
		e.Kind, e.FormerName = Renamed, from.User.Login+from.Organization.Login+"/"+name // one of them is empty
	case h.Action == "deleted":
		e.Kind = Deleted
	case h.Action == "edited" && h.Changes.DefaultBranch != nil:
		e.Kind = DefaultBranch
	default:
		return e.ignore("the action changes nothing that is scanned")
	}
	return e
}
