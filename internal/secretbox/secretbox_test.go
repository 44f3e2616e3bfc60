package secretbox

import (
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestSealedValue(t *testing.T) {
	ring, created, err := Open(filepath.Join(t.TempDir(), "secret.key"))
	if err != nil || !created {
		t.Fatal(created, err)
	}
	place := Bound("webhooks", "1", "sealed_secret")
	sealed, err := ring.Seal([]byte("whsec_canary"), place)
	if err != nil {
		t.Fatal(err)
	}
	if !Sealed(sealed) || strings.Contains(sealed, "canary") {
		t.Fatalf("not sealed: %q", sealed)
	}
	again, err := ring.Seal([]byte("whsec_canary"), place)
	if err != nil || again == sealed {
		t.Error("the same value sealed twice looks the same", err)
	}
	if plain, err := ring.Open(sealed, place); err != nil || string(plain) != "whsec_canary" {
		t.Errorf("opened as %q, %v", plain, err)
	}

	other, _, err := Open(filepath.Join(t.TempDir(), "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(sealed, ".")
	raw, _ := base64.RawURLEncoding.DecodeString(parts[2])
	raw[len(raw)-1] ^= 1
	for name, open := range map[string]func() ([]byte, error){
		"another place": func() ([]byte, error) { return ring.Open(sealed, Bound("webhooks", "2", "sealed_secret")) },
		"another key":   func() ([]byte, error) { return other.Open(sealed, place) },
		"one bit changed": func() ([]byte, error) {
			return ring.Open(parts[0]+"."+parts[1]+"."+base64.RawURLEncoding.EncodeToString(raw), place)
		},
		"cut off":   func() ([]byte, error) { return ring.Open(parts[0]+"."+parts[1]+".AAAA", place) },
		"no base64": func() ([]byte, error) { return ring.Open(parts[0]+"."+parts[1]+".?", place) },
		"plain":     func() ([]byte, error) { return ring.Open("whsec_canary", place) },
		"empty":     func() ([]byte, error) { return ring.Open("", place) },
	} {
		plain, err := open()
		if err == nil {
			t.Errorf("%s: opened as %q", name, plain)
		} else if strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: the error shows the value: %v", name, err)
		}
		if name == "another key" && !errors.Is(err, ErrKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRotation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret.key")
	first, _, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	old, err := first.Seal([]byte("x"), "a")
	if err != nil {
		t.Fatal(err)
	}
	command, created, err := Open(path) // as another process has it
	if err != nil || created {
		t.Fatal(created, err)
	}
	if err := command.Rotate(); err != nil {
		t.Fatal(err)
	}
	fresh, err := command.Seal([]byte("y"), "b")
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := first.Open(fresh, "b"); err != nil || string(plain) != "y" {
		t.Errorf("the first process does not see the new key: %v", err)
	}
	for range 2 { // the key before stays for one rotation more
		if _, err := command.Open(old, "a"); err != nil {
			t.Errorf("what was sealed before does not open: %v", err)
		}
		if err := command.Forget(); err != nil {
			t.Fatal(err)
		}
	}
	if err := command.Rotate(); err != nil {
		t.Fatal(err)
	}
	if err := command.Forget(); err != nil {
		t.Fatal(err)
	}
	if _, err := command.Open(old, "a"); !errors.Is(err, ErrKey) {
		t.Errorf("the oldest key is still there: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("files left over: %v", left)
	}
}

func TestProcessesThatStartTogetherShareOneKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret.key")
	rings := make([]*Ring, 8)
	var group sync.WaitGroup
	for i := range rings {
		group.Go(func() {
			var err error
			if rings[i], _, err = Open(path); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	sealed, err := rings[0].Seal([]byte("x"), "a")
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rings {
		if _, err := r.Open(sealed, "a"); err != nil {
			t.Errorf("ring %d: %v", i, err)
		}
	}
}

func TestKeysThatCannotBeUsed(t *testing.T) {
	key := base64.StdEncoding.EncodeToString(make([]byte, keyBytes))
	for _, text := range []string{"", "# nothing\n", "short", key[:40], key + ",canary"} {
		if _, err := Parse(text); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("Parse(%q): %v", text, err)
		}
	}
	if _, err := Parse(key + ", " + key + " # old\n" + key); err != nil {
		t.Error(err)
	}
	path := filepath.Join(t.TempDir(), "secret.key")
	if err := os.WriteFile(path, []byte(key), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(path); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key that all can read: %v", err)
	}
}
