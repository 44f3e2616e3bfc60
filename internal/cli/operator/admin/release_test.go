package admin_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/random"
	"github.com/google/go-containerregistry/pkg/v1/remote"

	"vigil"
	"vigil/internal/cli"
	"vigil/internal/cli/command"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// forEachDatabase runs fn on each kind of database, with a function that runs commands on it.
func forEachDatabase(t *testing.T, fn func(t *testing.T, db *store.Store, run func(args ...string) (stdout, stderr string, code int))) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		db := storetest.Open(t, c)
		which := []string{"--database-url", c.PostgresURL}
		if c.PostgresURL == "" {
			which = []string{"--data", filepath.Dir(c.Path)}
		}
		fn(t, db, func(args ...string) (string, string, int) {
			var out, errs strings.Builder
			code := cli.Main(context.Background(), append(args, which...), &out, &errs)
			return out.String(), errs.String(), code
		})
	})
}

var digest = "sha256:" + strings.Repeat("0a", 32)

// publishing returns the arguments of a valid release, with some flags
// replaced or, if empty, omitted.
func publishing(edit ...string) []string {
	flags := []string{"--channel", "stable", "--version", "1.4", "--scanner-version", "1.4.2", "--git-sha", "0A1B2C3", "--image-uri", "registry.example/scanner", "--image-digest", digest}
	args := []string{"release", "publish"}
	for i := 0; i < len(flags); i += 2 {
		value := flags[i+1]
		for j := 0; j < len(edit); j += 2 {
			if edit[j] == flags[i] {
				value = edit[j+1]
			}
		}
		if value != "" {
			args = append(args, flags[i], value)
		}
	}
	for j := 0; j < len(edit); j += 2 {
		if !strings.Contains(strings.Join(flags, " "), edit[j]+" ") && edit[j+1] != "" {
			args = append(args, edit[j], edit[j+1])
		}
	}
	return args
}

func TestPublishRelease(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, db *store.Store, run func(args ...string) (string, string, int)) {
		out, errs, code := run(publishing("--pushed-at", "2026-10-01T02:00:00+02:00", "--notes", "Better.\nFaster.")...)
		if code != command.ExitOK || out != "registry.example/scanner@"+digest+"\n" {
			t.Fatalf("%d: %s %s", code, out, errs)
		}
		all, err := db.ListAllReleases(context.Background(), "stable")
		if err != nil || len(all) != 1 || all[0].Notes != "Better.\nFaster." || all[0].GitSHA != "0a1b2c3" || all[0].PushedAt.Format("2006-01-02 15:04") != "2026-10-01 00:00" {
			t.Errorf("%v: %+v", err, all)
		}
		if _, errs, code := run(publishing("--image-uri", "127.0.0.1:5000/team/scanner_x", "--pushed-at", "2026-10-02")...); code != command.ExitOK {
			t.Errorf("%d: %s", code, errs)
		}
		if out, _, code := run("release", "list", "--channel", "stable"); code != command.ExitOK || strings.Count(out, "\n") != 3 || !strings.Contains(out, "stable   1.4      1.4.2    2026-10-02T00:00:00Z  0a1b2c3") {
			t.Errorf("%d: %s", code, out)
		}
		if out, _, _ := run("release", "list", "--channel", "beta"); strings.Count(out, "\n") != 1 {
			t.Errorf("of another channel: %s", out)
		}

		for _, wrong := range []struct{ flag, value, says string }{
			{"--channel", "", "--channel is required"},
			{"--version", "", "--version is required"},
			{"--scanner-version", "", "--scanner-version is required"},
			{"--git-sha", "", "--git-sha is required"},
			{"--image-uri", "", "--image-uri and --image-digest"},
			{"--image-digest", "", "--image-uri and --image-digest"},
			{"--image", "r.example/s:1", "not both"},
			{"--channel", "a b", "--channel must be"},
			{"--channel", "a/b", "--channel must be"},
			{"--channel", strings.Repeat("c", 101), "--channel must be"},
			{"--version", "latest", "--version must be"},
			{"--version", "1/4", "--version must be"},
			{"--scanner-version", "latest", "--scanner-version must be"},
			{"--scanner-version", "1.4 2", "--scanner-version must be"},
			{"--git-sha", "main", "--git-sha must be"},
			{"--image-uri", "https://registry.example/scanner", "--image-uri must be a name"},
			{"--image-uri", "registry.example/scanner:1.4", "--image-uri must have no tag"},
			{"--image-uri", "registry.example/scanner@" + digest, "--image-uri must have no tag"},
			{"--image-uri", "registry.example/Scanner", "--image-uri must be a registry"},
			{"--image-uri", "registry.example/s; rm -rf", "--image-uri must be a registry"},
			{"--image-uri", "scanner", "--image-uri must be a registry"},
			{"--image-digest", "sha256:abc", "--image-digest must be"},
			{"--image-digest", strings.ToUpper(digest), "--image-digest must be"},
			{"--pushed-at", "yesterday", "--pushed-at must be"},
			{"--pushed-at", "1969-01-01", "--pushed-at must be"},
			{"--notes", strings.Repeat("n", 10_001), "--notes must be"},
		} {
			if out, errs, code := run(publishing(wrong.flag, wrong.value)...); code != command.ExitUsage || !strings.Contains(errs, wrong.says) || out != "" {
				t.Errorf("%s %q: %d: %s, want %q", wrong.flag, wrong.value, code, errs, wrong.says)
			}
		}
		if all, _ := db.ListAllReleases(context.Background(), ""); len(all) != 2 {
			t.Errorf("%d releases, want 2", len(all))
		}
	})
}

// TestPublishFromARegistry resolves the digest through a real registry, in memory.
func TestPublishFromARegistry(t *testing.T) {
	images := registry.New(registry.Logger(log.New(io.Discard, "", 0)))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/secret/") {
			http.Error(w, `{"errors":[{"code":"DENIED"}]}`, http.StatusForbidden)
			return
		}
		images.ServeHTTP(w, r)
	}))
	t.Cleanup(host.Close)
	address := strings.TrimPrefix(host.URL, "http://")
	image, err := random.Image(64, 1)
	if err != nil {
		t.Fatal(err)
	}
	push := func(ref string, image v1.Image) v1.Hash {
		tag, err := name.NewTag(address + ref)
		if err != nil {
			t.Fatal(err)
		}
		if err := remote.Write(tag, image); err != nil {
			t.Fatal(err)
		}
		sum, err := image.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	want := push("/team/scanner:1.4.2", image)
	list := mutate.AppendManifests(empty.Index, mutate.IndexAddendum{Add: image}) // as for several architectures
	tag, _ := name.NewTag(address + "/team/scanner:multi")
	if err := remote.WriteIndex(tag, list); err != nil {
		t.Fatal(err)
	}
	wantList, err := list.Digest()
	if err != nil {
		t.Fatal(err)
	}

	forEachDatabase(t, func(t *testing.T, db *store.Store, run func(args ...string) (string, string, int)) {
		from := func(image string) (string, string, int) {
			return run(publishing("--image-uri", "", "--image-digest", "", "--image", image)...)
		}
		for ref, want := range map[string]v1.Hash{"/team/scanner:1.4.2": want, "/team/scanner:multi": wantList, "/team/scanner@" + want.String(): want} {
			if out, errs, code := from(address + ref); code != command.ExitOK || out != fmt.Sprintf("%s/team/scanner@%s\n", address, want) {
				t.Errorf("%s: %d: %s %s", ref, code, out, errs)
			}
		}
		for image, says := range map[string]string{
			address + "/team/scanner:9":   "has no image",
			address + "/team/nothing:1":   "has no image",
			address + "/secret/scanner:1": "docker login",
			address + "/team/scanner":     "--image must be a registry, a name, and a tag",
			"scanner:1":                   "--image must be a registry",
			"127.0.0.1:1/team/scanner:1":  "ask the registry 127.0.0.1:1",
		} {
			if out, errs, code := from(image); code == command.ExitOK || out != "" || !strings.Contains(errs, says) {
				t.Errorf("%s: %d: %s, want %q", image, code, errs, says)
			}
		}
		if all, _ := db.ListAllReleases(context.Background(), ""); len(all) != 3 {
			t.Errorf("%d releases, want 3", len(all))
		}
	})
}

func TestChannels(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, db *store.Store, run func(args ...string) (string, string, int)) {
		blue, red := storetest.Team(t, db, "blue"), storetest.Team(t, db, "red")
		if _, errs, code := run(publishing()...); code != command.ExitOK {
			t.Fatal(errs)
		}
		visible := func() (out string) {
			for _, team := range []vigil.Team{blue, red} {
				_, err := db.GetRelease(context.Background(), team.ID, "stable", "")
				out += fmt.Sprint(err == nil, " ")
			}
			return out
		}
		for _, step := range []struct{ command, visible, says string }{
			{"restrict stable --team blue", "true false ", ""},
			{"restrict stable --team red", "false true ", ""},
			{"restrict stable --team red --team blue", "true true ", ""},
			{"restrict stable --team red", "false true ", ""},
			{"open stable", "true true ", ""},
			{"restrict soon --team blue", "true true ", "no releases yet"},
		} {
			if _, errs, code := run(append([]string{"channel"}, strings.Fields(step.command)...)...); code != command.ExitOK || visible() != step.visible || !strings.Contains(errs, step.says) {
				t.Errorf("%s: %d: %s: seen by %s", step.command, code, errs, visible())
			}
		}
		if out, _, _ := run("channel", "list"); out != "CHANNEL  RELEASES  TEAMS\nsoon     0         blue\nstable   1         anyone who knows the name\n" {
			t.Errorf("%s", out)
		}
		for command, code := range map[string]int{"restrict stable": command.ExitUsage, "restrict": command.ExitUsage, "restrict stable --team nobody": command.ExitFailure, "restrict a/b --team blue": command.ExitUsage, "open": command.ExitUsage} {
			if _, errs, got := run(append([]string{"channel"}, strings.Fields(command)...)...); got != code {
				t.Errorf("%s: %d: %s", command, got, errs)
			}
		}
	})
}
