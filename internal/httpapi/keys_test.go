package httpapi_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/api"
)

// issue makes a key by way of another, with the permissions given or all of the other's.
func (s *server) issue(by vigil.Secret, permissions ...string) api.Key {
	s.t.Helper()
	body := `{"name":"k"}`
	if len(permissions) > 0 {
		body = `{"name":"k","permissions":["` + strings.Join(permissions, `","`) + `"]}`
	}
	return read[api.Key](s.call("POST", "/keys").as(by).json(body).do().want(201))
}

// TestKeysRevokeOnlyWhatTheyHave has a key that manages keys try to end stronger ones.
func TestKeysRevokeOnlyWhatTheyHave(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		admin := s.issue(s.key)
		manager := s.issue(s.key, "keys.manage", "scans.read")
		weak := s.issue(s.key, "scans.read")
		by := vigil.Secret(manager.Key)
		for _, path := range []string{"/keys/" + admin.ID, "/keys/" + admin.ID + "?with_created=true"} {
			out := s.call("DELETE", path).as(by).do().wantError(403, "permission_denied", "")
			if !strings.Contains(string(out.body), "scans.run") {
				t.Errorf("the message does not name what is lacking: %s", out.body)
			}
		}
		s.call("GET", "/me").as(vigil.Secret(admin.Key)).do().want(200)
		s.call("DELETE", "/keys/"+weak.ID).as(by).do().want(200)
		s.call("DELETE", "/keys/"+weak.ID).as(by).do().wantError(404, "not_found", "")
		s.call("DELETE", "/keys/"+admin.ID+"?with_created=maybe").as(by).do().wantError(400, "parameter_invalid", "with_created")

		// A key that ends can end one that does not: it may have leaked.
		short := read[api.Key](s.post("/keys", `{"name":"short","expires_at":"2098-01-01T00:00:00Z"}`).want(201))
		s.call("DELETE", "/keys/"+admin.ID).as(vigil.Secret(short.Key)).do().want(200)
		// And every key itself.
		s.call("DELETE", "/keys/"+manager.ID).as(by).do().want(200)
		s.call("GET", "/me").as(by).do().wantError(401, "api_key_invalid", "")
	})
}

// TestKeysAreRevokedWithWhatTheyMade follows keys that make keys.
func TestKeysAreRevokedWithWhatTheyMade(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		leaked := s.issue(s.key)
		beside := s.issue(s.key)
		child := s.issue(vigil.Secret(leaked.Key), "keys.manage", "scans.read")
		grandchild := s.issue(vigil.Secret(child.Key), "scans.read")
		me := read[api.Caller](s.get("/me")).Key.ID
		if leaked.CreatedBy == nil || *leaked.CreatedBy != me || *grandchild.CreatedBy != child.ID {
			t.Errorf("made by %v and %v", leaked.CreatedBy, grandchild.CreatedBy)
		}

		// What a revoked key made is still listed, and can be revoked with it.
		s.call("DELETE", "/keys/"+leaked.ID).do().want(200)
		made := read[api.List[api.Key]](s.get("/keys?created_by=" + leaked.ID).want(200))
		if len(made.Data) != 1 || made.Data[0].ID != child.ID {
			t.Errorf("made by the revoked key: %+v", made.Data)
		}
		s.call("GET", "/keys?created_by=x").do().wantError(400, "parameter_invalid", "created_by")
		gone := read[api.DeletedKeys](s.call("DELETE", "/keys/"+leaked.ID+"?with_created=true").do().want(200))
		want := []string{child.ID, grandchild.ID}
		slices.Sort(want)
		if !slices.Equal(gone.DeletedIDs, want) || gone.ID != leaked.ID || !gone.Deleted.Deleted {
			t.Errorf("%+v, want %v", gone, want)
		}
		for _, k := range []api.Key{leaked, child, grandchild} {
			s.call("GET", "/me").as(vigil.Secret(k.Key)).do().wantError(401, "api_key_invalid", "")
		}
		s.call("GET", "/me").as(vigil.Secret(beside.Key)).do().want(200)
		s.call("DELETE", "/keys/"+leaked.ID+"?with_created=true").do().wantError(404, "not_found", "")
	})
}

// TestNoKeyEscapesItsMaker has keys make keys while all are revoked together: whatever was
// answered with 201 must be ended too.
func TestNoKeyEscapesItsMaker(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		root := s.issue(s.key)
		var wg sync.WaitGroup
		var mu sync.Mutex
		made := []api.Key{root}
		some := make(chan struct{}) // closed when five are there
		for range 4 {
			wg.Go(func() {
				by := vigil.Secret(root.Key)
				for range 20 {
					out := s.call("POST", "/keys").as(by).json(`{"name":"k"}`).do()
					if out.status != 201 {
						return
					}
					k := read[api.Key](out)
					mu.Lock()
					made = append(made, k)
					if len(made) == 5 {
						close(some)
					}
					mu.Unlock()
					by = vigil.Secret(k.Key) // the next generation
				}
			})
		}
		<-some
		s.call("DELETE", "/keys/"+root.ID+"?with_created=true").do().want(200)
		wg.Wait()
		for _, k := range made {
			s.call("GET", "/me").as(vigil.Secret(k.Key)).do().want(401)
		}
	})
}

func TestKeysAreRotated(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		old := read[api.Key](s.post("/keys", `{"name":"ci","permissions":["scans.read","keys.manage"],"expires_at":"2098-01-01T00:00:00Z"}`).want(201))
		by := vigil.Secret(old.Key)

		// It rotates itself; both are good meanwhile, and a replay shows no secret.
		rotate := func() *response {
			return s.call("POST", "/keys/"+old.ID+"/rotate").as(by).json(`{"overlap_seconds":3600}`).with("Idempotency-Key", "r").do().want(201)
		}
		first, second := rotate(), rotate()
		fresh := read[api.Key](first)
		if again := read[api.Key](second); again.Key != "" || again.ID != fresh.ID || second.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("replayed %+v", again)
		}
		if fresh.Key == old.Key || fresh.Name != "ci" || !slices.Equal(fresh.Permissions, old.Permissions) || *fresh.ExpiresAt != *old.ExpiresAt ||
			*fresh.RotatedFrom != old.ID || *fresh.CreatedBy != old.ID {
			t.Errorf("%+v of %+v", fresh, old)
		}
		for _, secret := range []string{old.Key, fresh.Key} {
			s.call("GET", "/me").as(vigil.Secret(secret)).do().want(200)
		}
		listed := read[api.List[api.Key]](s.get("/keys?order=asc"))
		i := slices.IndexFunc(listed.Data, func(k api.Key) bool { return k.ID == old.ID })
		ends, err := time.Parse(api.TimeFormat, *listed.Data[i].ExpiresAt)
		if left := time.Until(ends); err != nil || left > time.Hour || left < 50*time.Minute || *listed.Data[i].RotatedTo != fresh.ID {
			t.Errorf("the old key: %+v", listed.Data[i])
		}
		s.call("POST", "/keys/"+old.ID+"/rotate").do().wantError(409, "key_not_rotatable", "")
		// It now ends in an hour, and cannot give itself more time.
		s.call("POST", "/keys/"+fresh.ID+"/rotate").as(by).do().wantError(403, "permission_denied", "")

		// At once, without a body for the default, and never past its own end.
		last := read[api.Key](s.call("POST", "/keys/"+fresh.ID+"/rotate").json(`{"overlap_seconds":0}`).do().want(201))
		s.call("GET", "/me").as(vigil.Secret(fresh.Key)).do().wantError(401, "api_key_invalid", "")
		s.call("POST", "/keys/"+fresh.ID+"/rotate").do().wantError(409, "key_not_rotatable", "")
		s.call("POST", "/keys/"+last.ID+"/rotate").do().want(201)
		brief := read[api.Key](s.post("/keys", `{"name":"brief","expires_at":"`+time.Now().Add(time.Minute).UTC().Format(api.TimeFormat)+`"}`).want(201))
		s.call("POST", "/keys/"+brief.ID+"/rotate").do().want(201)
		if got := read[api.Caller](s.call("GET", "/me").as(vigil.Secret(brief.Key)).do().want(200)); *got.Key.ExpiresAt != *brief.ExpiresAt {
			t.Errorf("expires at %s, before %s", *got.Key.ExpiresAt, *brief.ExpiresAt)
		}

		// Who could not make such a key cannot rotate it.
		admin := s.issue(s.key)
		manager := s.issue(s.key, "keys.manage")
		s.call("POST", "/keys/"+admin.ID+"/rotate").as(vigil.Secret(manager.Key)).do().wantError(403, "permission_denied", "")
		s.call("DELETE", "/keys/"+admin.ID).do().want(200)
		s.call("POST", "/keys/"+admin.ID+"/rotate").do().wantError(404, "not_found", "")
		for _, body := range []string{`{"overlap_seconds":-1}`, `{"overlap_seconds":2592001}`, `{"overlap_seconds":"1h"}`, `{"overlap_seconds":null}`, `{"overlap_seconds":1.5}`} {
			s.call("POST", "/keys/"+manager.ID+"/rotate").json(body).do().wantError(400, "parameter_invalid", "overlap_seconds")
		}
		s.call("POST", "/keys/"+manager.ID+"/rotate").json(`{"overlap":1}`).do().wantError(400, "parameter_unknown", "overlap")
	})
}

// TestKeyIsRotatedOnce has several rotate one key at the same moment.
func TestKeyIsRotatedOnce(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		old := s.issue(s.key, "scans.read")
		var wg sync.WaitGroup
		statuses := make([]int, 8)
		for i := range statuses {
			wg.Go(func() { statuses[i] = s.call("POST", "/keys/"+old.ID+"/rotate").do().status })
		}
		wg.Wait()
		slices.Sort(statuses)
		if statuses[0] != 201 || statuses[1] != 409 || statuses[7] != 409 {
			t.Errorf("%v", statuses)
		}
		n := 0
		for _, k := range read[api.List[api.Key]](s.get("/keys")).Data {
			if k.RotatedFrom != nil {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d keys took its place", n)
		}
	})
}
