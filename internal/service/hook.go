package service

import (
	"cmp"
	"context"
	"fmt"

	"vigil"
	"vigil/internal/secretbox"
	"vigil/internal/store"
)

// HookSecretPlace is the context that the encryption of a hook secret is bound to.
func HookSecretPlace(id vigil.ID) string {
	return secretbox.Bound("hook_secrets", string(id), "sealed_secret")
}

// NewHookSecret describes a secret to add.
type NewHookSecret struct {
	Provider vigil.Provider
	Method   vigil.HookMethod // empty: a signature for GitHub, a token for GitLab
	Name     string           // may be empty
	Secret   string           // empty: a random one
}

// AddHookSecret adds a secret that hooks of a source host are verified with. The returned text is
// stored encrypted: this is the only time it is visible.
func (s *Service) AddHookSecret(ctx context.Context, tx *store.Tx, team vigil.TeamID, in NewHookSecret) (vigil.HookSecret, string, error) {
	out := vigil.HookSecret{ID: vigil.NewID(), Provider: in.Provider, Method: in.Method, Name: in.Name, CreatedAt: vigil.Now()}
	switch in.Provider {
	case vigil.GitHub:
		out.Method = cmp.Or(in.Method, vigil.HookSignature)
	case vigil.GitLab:
		out.Method = cmp.Or(in.Method, vigil.HookToken)
	default:
		return out, "", vigil.InvalidError("provider", "must be github or gitlab")
	}
	if out.Provider == vigil.GitHub && out.Method != vigil.HookSignature {
		return out, "", vigil.InvalidError("method", "must be signature, or left out: GitHub signs its hooks")
	}
	if in.Name != "" {
		if err := vigil.CheckText("name", in.Name, vigil.MaxNameLength); err != nil {
			return out, "", err
		}
	}
	if in.Secret == "" {
		in.Secret = vigil.NewHookSecret(out.Method, out.Provider)
	} else if err := vigil.CheckHookSecret("secret", in.Secret, out.Method, out.Provider); err != nil {
		return out, "", err
	}
	n, err := tx.CountHookSecrets(ctx, team, out.Provider)
	if err != nil {
		return out, "", err
	}
	if n >= vigil.MaxHookSecrets {
		return out, "", &vigil.Error{Kind: vigil.Conflict, Code: "hook_secrets_exhausted", Param: "provider",
			Message: fmt.Sprintf("The team has %d hook secrets for %s, which is the maximum: remove one that is no longer used.", n, out.Provider)}
	}
	sealed, err := s.Ring.Seal([]byte(in.Secret), HookSecretPlace(out.ID))
	if err != nil {
		return out, "", err
	}
	return out, in.Secret, tx.InsertHookSecret(ctx, team, out, sealed)
}

// RemoveHookSecret removes a secret. Hooks that only it verifies are refused from then on.
func (s *Service) RemoveHookSecret(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) error {
	return tx.DeleteHookSecret(ctx, team, id)
}

// ReplayHook has a received hook processed again. One that is pending stays as it is.
func (s *Service) ReplayHook(ctx context.Context, tx *store.Tx, by vigil.Key, id vigil.ID) (vigil.HookDelivery, error) {
	if _, err := tx.ReplayHookDelivery(ctx, by.Team.ID, id, by.Name, vigil.Now()); err != nil {
		return vigil.HookDelivery{}, err
	}
	return tx.GetHookDelivery(ctx, by.Team.ID, id)
}

// StartHookScan is StartScan for a hook about a new head of r, whose turn the caller holds. A scan
// that has not started reads the new head anyway, so it is reused; a running one of another head is
// superseded: canceled, with the reason. Only scans that hooks started are. It reports whether the
// returned scan is a new one.
func (s *Service) StartHookScan(ctx context.Context, tx *store.Tx, team vigil.TeamID, r vigil.Repository, in NewScan, link vigil.HookScan) (scan vigil.Scan, started bool, err error) {
	in.Repository, in.Provider = string(r.ID), ""
	current, err := tx.ListHookScans(ctx, team, r.ID, in.kind(), in.Branch, in.PullRequest)
	if err != nil {
		return scan, false, err
	}
	var outdated []store.HookScan
	for _, c := range current {
		if scan.ID == "" && covers(c, in, link.HeadSHA) {
			scan = c.Scan
		} else {
			outdated = append(outdated, c)
		}
	}
	if scan.ID == "" {
		started = true
		if scan, err = s.StartScan(ctx, tx, team, in); err != nil {
			return scan, false, err
		}
	}
	for _, c := range outdated {
		ended, err := tx.UpdateScanEnded(ctx, team, c.ID, vigil.ScanCanceled, vigil.Now())
		if err != nil {
			return scan, started, err
		}
		if !ended {
			continue // its result is being recorded
		}
		if err := tx.UpdateScanFailure(ctx, team, c.ID, "superseded: scan "+string(scan.ID)+" is of a newer head"); err != nil {
			return scan, started, err
		}
	}
	link.ScanID = scan.ID
	return scan, started, tx.UpsertHookScan(ctx, link)
}

// covers reports whether an unfinished scan will say what a scan of head would.
func covers(c store.HookScan, in NewScan, head string) bool {
	switch {
	case in.PullRequest > 0 && c.Branch != in.Branch:
		return false // another base
	case c.Status == vigil.ScanQueued:
		return true
	case c.CommitSHA == "": // it may have read the former head, unless it was started for this one
		return head != "" && c.HeadSHA == head
	}
	return c.CommitSHA == head
}

// RenameRepository follows a repository that has another name at its host. ID and history stay. It
// reports false if the team tracks another repository of that name.
func (s *Service) RenameRepository(ctx context.Context, tx *store.Tx, team vigil.TeamID, r vigil.Repository, name string) (bool, error) {
	if err := vigil.CheckName("repository", name); err != nil {
		return false, err
	}
	webURL, err := s.webURL(ctx, tx, team, r.Provider, name)
	if err != nil {
		return false, err
	}
	return tx.RenameRepository(ctx, team, r, name, webURL)
}

// ChangeDefaultBranch follows a repository that has another default branch at its host. The caller
// holds its turn. If there are many vulnerabilities, they are counted anew in the background.
func (s *Service) ChangeDefaultBranch(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID, branch string) error {
	if err := tx.UpdateDefaultBranch(ctx, team, id, branch); err != nil {
		return err
	}
	_, err := tx.ContinueRecount(ctx, id)
	return err
}
