package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// publish publishes a release whose digest tells it from the others.
func (s *server) publish(channel, version, scanner, pushed string) vigil.Release {
	s.t.Helper()
	at, err := time.Parse(time.RFC3339, pushed)
	if err != nil {
		s.t.Fatal(err)
	}
	r := vigil.Release{Channel: channel, Version: version, ScannerVersion: scanner, GitSHA: "0a1b2c3", ImageURI: "registry.example/scanner",
		ImageDigest: fmt.Sprintf("sha256:%064x", at.Unix()), PushedAt: at}
	storetest.Write(s.t, s.store, func(tx *store.Tx) (err error) {
		r, err = new(service.Service).PublishRelease(ctx, tx, r)
		return err
	})
	return r
}

func TestReleases(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		s.publish("stable-7f3a", "1.3", "1.3.9", "2026-09-01T00:00:00Z")
		first := s.publish("stable-7f3a", "1.4", "1.4.2", "2026-10-01T00:00:00Z")
		again := s.publish("stable-7f3a", "1.4", "1.4.2", "2026-10-03T00:00:00Z") // the same version, pushed again
		s.publish("stable-7f3a", "1.4", "1.4.1", "2026-10-02T00:00:00Z")
		s.publish("beta", "2.0", "2.0.0", "2026-11-01T00:00:00Z")

		got := read[api.ImageRelease](s.get("/releases/stable-7f3a/latest").want(200))
		if want := (api.ImageRelease{Object: "image_release", Channel: "stable-7f3a", Version: "1.4", GitSHA: "0a1b2c3", ImageDigest: again.ImageDigest,
			ImageURI: "registry.example/scanner", ImageRef: "registry.example/scanner@" + again.ImageDigest,
			PullCommand: "docker pull registry.example/scanner@" + again.ImageDigest, PushedAt: "2026-10-03T00:00:00.000Z"}); got != want {
			t.Errorf(" got %+v\nwant %+v", got, want)
		}
		for version, pushed := range map[string]string{"1.4": "2026-10-03", "1.4.2": "2026-10-03", "1.4.1": "2026-10-02", "1.3": "2026-09-01", "1.3.9": "2026-09-01"} {
			if got := read[api.ImageRelease](s.get("/releases/stable-7f3a/" + version).want(200)); !strings.HasPrefix(got.PushedAt, pushed) {
				t.Errorf("%s: %+v", version, got)
			}
		}
		list := read[api.List[api.ImageRelease]](s.get("/releases/stable-7f3a?limit=2").want(200))
		more := read[api.List[api.ImageRelease]](s.get("/releases/stable-7f3a?limit=2&cursor=" + *list.Pagination.NextCursor).want(200))
		var order []string
		for _, r := range append(list.Data, more.Data...) {
			order = append(order, r.PushedAt[5:10])
		}
		if fmt.Sprint(order) != "[10-03 10-02 10-01 09-01]" || more.Pagination.HasMore || list.Data[0].ImageDigest != again.ImageDigest || more.Data[0].ImageDigest != first.ImageDigest {
			t.Errorf("newest first: %v", order)
		}
		s.get("/releases/stable-7f3a?sort=version").wantError(400, "parameter_invalid", "sort")
		s.get("/releases/beta?cursor="+*list.Pagination.NextCursor).wantError(400, "parameter_invalid", "cursor")

		for _, path := range []string{"/releases/gamma", "/releases/gamma/latest", "/releases/gamma/1.4", "/releases/STABLE-7F3A", "/releases/stable-7f3a/9.9",
			"/releases/stable-7f3a/2.0", "/releases/stable-7f3a/%00", "/releases/%00", "/releases/%ff/latest", "/releases/a%2Fb", "/releases/" + strings.Repeat("x", 3000)} {
			s.get(path).wantError(404, "not_found", "")
		}
		s.get("/releases").wantError(404, "not_found", "") // nothing lists channels
		s.post("/releases/stable-7f3a", `{}`).wantError(405, "method_not_allowed", "")
		s.call("GET", "/releases/stable-7f3a").as(s.newKey(s.team, vigil.ScansRead)).do().wantError(403, "permission_denied", "")
	})
}

// TestRestrictedChannels makes sure that a channel of others looks like one that
// does not exist, to the byte.
func TestRestrictedChannels(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		s.publish("stable", "1.4", "1.4.2", "2026-10-01T00:00:00Z")
		other := storetest.Team(t, s.store, "other")
		theirs := s.newKey(other)
		s.call("GET", "/releases/stable/latest").as(theirs).do().want(200) // to know the name is enough
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			return new(service.Service).RestrictChannel(ctx, tx, "stable", []vigil.Team{other})
		})
		for _, path := range []string{"/releases/%s", "/releases/%s/latest", "/releases/%s/1.4", "/releases/%s/nonsense"} {
			hidden := s.get(fmt.Sprintf(path, "stable")).wantError(404, "not_found", "")
			unknown := s.get(fmt.Sprintf(path, "gamma")).wantError(404, "not_found", "")
			withoutID := func(r *response) string {
				return strings.ReplaceAll(string(r.body), r.header.Get("X-Request-Id"), "")
			}
			if withoutID(hidden) != withoutID(unknown) {
				t.Errorf("%s: %s\n%s", path, hidden.body, unknown.body)
			}
		}
		s.call("GET", "/releases/stable").as(theirs).do().want(200)
	})
}
