package service

import (
	"context"
	"fmt"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
)

// StatusChange is a status that a vulnerability shall have, and why.
type StatusChange struct {
	ID vigil.ID
	// From is the status it must still have, or else the change is dropped: what follows
	// from a scan must not undo what a person decided meanwhile. Empty: any status.
	From   vigil.Status
	To     vigil.Status
	Action vigil.Action // what a person asked for; empty: a scan
	Reason string
	Actor  string // the name of the person's key; empty: a scan
}

// SetStatus changes the status of vulnerabilities, at most 1,000 at once: the one place
// that does, for people and for scans. Each change has an entry in the history and an
// event, also if the status stays as it was. It returns the vulnerabilities it changed, in
// the order given, without those that are gone.
func SetStatus(ctx context.Context, tx *store.Tx, team vigil.TeamID, changes []StatusChange, now time.Time) ([]vigil.Vulnerability, error) {
	ids := make([]vigil.ID, len(changes))
	for i, c := range changes {
		ids[i] = c.ID
	}
	stored, err := tx.ListVulnerabilitiesByID(ctx, team, ids)
	if err != nil {
		return nil, err
	}
	var changed []vigil.Vulnerability
	var history []vigil.Change
	var events []vigil.Event
	for _, c := range changes {
		v, there := stored[c.ID]
		if !there {
			continue
		}
		before, done, err := setStatus(ctx, tx, team, &v, c)
		if err != nil {
			return nil, err
		}
		if !done {
			continue
		}
		entry := vigil.Change{ID: vigil.NewID(), VulnerabilityID: v.ID, Action: c.Action, Before: before, After: c.To, Reason: c.Reason, Actor: c.Actor, CreatedAt: now}
		e, err := api.NewEvent(vigil.EventVulnerabilityStatusChanged, api.NewStatusChanged(v, entry))
		if err != nil {
			return nil, err
		}
		changed, history, events = append(changed, v), append(history, entry), append(events, e)
	}
	if err := tx.InsertChanges(ctx, team, history); err != nil {
		return nil, err
	}
	if err := confirmWitnesses(ctx, tx, team, changes); err != nil {
		return nil, err
	}
	return changed, tx.InsertEvents(ctx, team, events...)
}

// setStatus makes one change, on the vulnerability as it is now, and returns the status it
// had before. It reports false if the change is dropped.
func setStatus(ctx context.Context, tx *store.Tx, team vigil.TeamID, v *vigil.Vulnerability, c StatusChange) (before vigil.Status, done bool, err error) {
	const tries = 10
	for range tries {
		if c.From != "" && v.Status != c.From {
			return "", false, nil
		}
		done, err := tx.UpdateVulnerabilityStatus(ctx, team, *v, c.To)
		if err != nil {
			return "", false, err
		}
		if done {
			before, v.Status = v.Status, c.To
			return before, true, nil
		}
		*v, err = tx.GetVulnerability(ctx, team, v.ID) // somebody changed it meanwhile
		if vigil.KindOf(err) == vigil.NotFound {
			return "", false, nil
		}
		if err != nil {
			return "", false, err
		}
	}
	return "", false, fmt.Errorf("set status of vulnerability %s: it changed %d times meanwhile", c.ID, tries)
}
