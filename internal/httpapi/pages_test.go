package httpapi_test

import (
	"fmt"
	"sync"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/store/storetest"
)

// TestPagesOfOthersAreNotMixedIn reads lists of two teams at once: the room that
// pages are read into is used again.
func TestPagesOfOthersAreNotMixedIn(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		const each = 30
		keys := map[string]vigil.Secret{"acme": s.key}
		other := storetest.Team(t, s.store, "other")
		keys["other"] = s.newKey(other)
		for name, team := range map[string]vigil.Team{"acme": s.team, "other": other} {
			repository := storetest.Repository(t, s.store, team.ID, vigil.GitHub, name+"/api")
			scan := storetest.Scan(t, s.store, team.ID, repository, nil)
			storetest.Record(t, s.store, team.ID, scan, storetest.Vulnerabilities(scan, each, func(_ int, v *vigil.Vulnerability) { v.Title = name }))
		}
		var wg sync.WaitGroup
		for i := range 4 {
			for name, key := range keys {
				wg.Go(func() {
					for n := range 10 {
						limit := 1 + (i+n*7)%each
						l := read[api.List[api.Vulnerability]](s.call("GET", fmt.Sprintf("/vulnerabilities?sort=severity&limit=%d", limit)).as(key).do().want(200))
						if len(l.Data) != limit {
							t.Errorf("%d of %d", len(l.Data), limit)
						}
						for _, v := range l.Data {
							if v.Title != name {
								t.Errorf("%s sees %+v", name, v)
							}
						}
					}
				})
			}
		}
		wg.Wait()
	})
}
