package httpapi_test

import (
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"vigil/api"
	"vigil/internal/source/sourcetest"
)

// archive packs files.
func archive(t *testing.T, files map[string]string) string {
	return string(sourcetest.Archive(t, files))
}

// files are those in the folder of archives, and below it.
func (s *server) files() (names []string) {
	s.t.Helper()
	err := filepath.WalkDir(s.uploads, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, d.Name())
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return names
}

func TestUploads(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		send := func(query, body string) *call {
			c := s.call("POST", "/uploads"+query).with("Content-Type", "application/zip")
			c.body = body
			return c
		}
		good := archive(t, map[string]string{"shop/main.py": "print(1)\n"})
		const query = "?repository=acme/shop&name=first"
		first := send(query, good).with("Idempotency-Key", "k").do().want(201)
		again := send(query, good).with("Idempotency-Key", "k").do().want(201)
		if string(first.body) != string(again.body) || again.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("replayed %s", again.body)
		}
		send(query, archive(t, map[string]string{"x": "y"})).with("Idempotency-Key", "k").do().wantError(422, "idempotency_key_reused", "Idempotency-Key")
		send(query, good).do().want(201)
		got := read[api.Repository](s.get("/repositories/acme/shop"))
		if got.Provider != "zip" || got.ScanCount != 2 || got.WebURL != nil {
			t.Errorf("%+v", got)
		}
		if kept := s.files(); !slices.Equal(kept, []string{got.ID + ".zip"}) {
			t.Errorf("kept %v", kept)
		}

		send("?name=n", good).do().wantError(400, "parameter_missing", "repository")
		send("?repository=a/b", good).do().wantError(400, "parameter_missing", "name")
		send("?repository=a//b&name=n", good).do().wantError(400, "parameter_invalid", "repository")
		send(query+"&x=1", good).do().wantError(400, "parameter_unknown", "x")
		send(query, "not a zip").do().wantError(400, "archive_damaged", "")
		send(query, good[:len(good)-10]).do().wantError(400, "archive_damaged", "")
		send(query, archive(t, map[string]string{"../../etc/passwd": "x"})).do().wantError(400, "archive_refused", "")
		s.call("POST", "/uploads"+query).json(`{}`).do().wantError(415, "unsupported_media_type", "")
		if kept := s.files(); len(kept) != 1 {
			t.Errorf("left behind %v", kept)
		}
	})
}
