package hooks

import (
	"cmp"
	"encoding/json"
)

// gitlabHook has the fields of GitLab's payloads that Vigil reads: of project and group hooks,
// and of system hooks, which have them elsewhere.
type gitlabHook struct {
	ObjectKind string `json:"object_kind"`
	EventName  string `json:"event_name"`
	Ref        string `json:"ref"`
	After      string `json:"after"`
	Project    struct {
		PathWithNamespace string `json:"path_with_namespace"`
		WebURL            string `json:"web_url"`
		DefaultBranch     string `json:"default_branch"`
	} `json:"project"`
	Attributes struct {
		IID             int64  `json:"iid"`
		Action          string `json:"action"`
		Description     string `json:"description"`
		SourceBranch    string `json:"source_branch"`
		TargetBranch    string `json:"target_branch"`
		SourceProjectID int64  `json:"source_project_id"`
		TargetProjectID int64  `json:"target_project_id"`
		OldRev          string `json:"oldrev"` // there if the update brought commits
		MergeCommit     string `json:"merge_commit_sha"`
		LastCommit      struct {
			ID string `json:"id"`
		} `json:"last_commit"`
	} `json:"object_attributes"`
	Changes map[string]json.RawMessage `json:"changes"`

	// System hooks.
	PathWithNamespace    string `json:"path_with_namespace"`
	OldPathWithNamespace string `json:"old_path_with_namespace"`
}

func parseGitLab(event string, body []byte) (Event, error) {
	var h gitlabHook
	if err := decode(body, &h); err != nil {
		return Event{}, err
	}
	e := Event{
		Name:       cmp.Or(h.ObjectKind, h.EventName, event), // the header of system hooks does not say which
		Action:     h.Attributes.Action,
		Repository: cmp.Or(h.Project.PathWithNamespace, h.PathWithNamespace),
		WebURL:     h.Project.WebURL, DefaultBranch: h.Project.DefaultBranch,
	}
	switch e.Name {
	case "push":
		return e.pushed(h.Ref, h.After, false), nil
	case "tag_push":
		return e.ignore("not a branch: %s", label(h.Ref)), nil
	case "merge_request":
		return e.mergeRequest(h), nil
	case "project_rename", "project_transfer":
		e.Kind, e.FormerName = Renamed, h.OldPathWithNamespace
		return e, nil
	case "project_destroy":
		e.Kind = Deleted
		return e, nil
	}
	return e.ignore("no such event is processed"), nil
}

func (e Event) mergeRequest(h gitlabHook) Event {
	m := h.Attributes
	e.Number, e.Branch, e.HeadBranch, e.Head = m.IID, m.TargetBranch, m.SourceBranch, m.LastCommit.ID
	e.Fork = m.SourceProjectID != m.TargetProjectID
	_, retargeted := h.Changes["target_branch"]
	_, ready := h.Changes["draft"]
	switch m.Action {
	case "open", "reopen":
	case "update":
		if m.OldRev == "" && !retargeted && !ready {
			return e.ignore("the merge request has the same commits and the same target")
		}
	case "merge", "close":
		e.Kind, e.Merged = PullRequestClosed, m.Action == "merge"
		if e.Merged {
			e.MergedAs = m.MergeCommit
		}
		return e
	default:
		return e.ignore("the action changes nothing that is scanned")
	}
	e.Kind, e.Fixes = PullRequest, claims(e.HeadBranch, m.Description)
	return e
}
