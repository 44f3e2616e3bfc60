package web_test

import (
	"net/url"
	"testing"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func TestDeleteRepository(t *testing.T) {
	t.Parallel()
	forEachBoard(t, func(t *testing.T, b *board) {
		in := b.signedIn()
		page := "/repositories/" + string(b.repository.ID)
		in.get(page).want(200, "Delete repository", "Open on main").without("No scan of this repository has completed")
		storetest.Write(t, b.store, func(tx *store.Tx) error {
			if _, err := tx.UpdateScanEnded(ctx, b.team.ID, b.scan.ID, vigil.ScanCanceled, vigil.Now()); err != nil {
				return err
			}
			return tx.UpdateScanFailure(ctx, b.team.ID, b.scan.ID, "unused")
		})
		failed := storetest.Scan(t, b.store, b.team.ID, b.repository, func(s *vigil.Scan) { s.Status = vigil.ScanFailed })
		storetest.Write(t, b.store, func(tx *store.Tx) error {
			return tx.UpdateScanFailure(ctx, b.team.ID, failed.ID, "The repository was not found. "+hostile)
		})
		in.get(page).want(200, "No scan of this repository has completed yet. The latest one failed: The repository was not found.").without(hostile)

		b.signedIn(vigil.RepositoriesRead, vigil.ScansRead).get(page).want(200).without("Delete repository")
		b.signedIn(vigil.RepositoriesRead).post(page+"/delete", url.Values{"name": {"acme/shop"}}).want(403, "repositories.manage")
		_, secret := b.newKey(storetest.Team(t, b.store, "other"))
		stranger := b.browser()
		stranger.post("/sign-in", url.Values{"key": {string(secret)}}).want(303)
		stranger.post(page+"/delete", url.Values{"name": {"acme/shop"}}).want(404)
		in.post(page+"/delete", url.Values{"name": {"acme/sho"}}).want(400, "acme/shop")
		in.get(page).want(200)

		in.post(page+"/delete", url.Values{"name": {"acme/shop"}}).leadsTo("/repositories")
		in.get(page).want(404)
		in.get("/repositories").want(200).without("acme/shop")
		in.get("/vulnerabilities").want(200).without(b.found[0].Title)
		in.get("/overview").want(200).without("acme/shop", "nightly")
		in.post(page+"/delete", url.Values{"name": {"acme/shop"}}).want(404)
	})
}
