package examine

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"vigil/internal/racetest"
	"vigil/internal/rulebundle"
	"vigil/internal/sandbox"
)

// TestCache scans trees in the sandbox, with and without what earlier scans left.
func TestCache(t *testing.T) {
	if racetest.Enabled {
		t.Skip("a program with the race detector cannot be confined")
	}
	e := &Examiner{
		Sandbox: sandbox.New(sandbox.Config{BestEffort: sandbox.Supported() != nil}), SecretsKey: bytes.Repeat([]byte("k"), 32), Rules: rulebundle.Set{BuiltIn: true},
		CacheDir: t.TempDir(), CacheLimit: 1 << 30, GrammarCache: t.TempDir(),
	}
	const handler = "import fetcher\nfrom flask import request\n@app.route('/load')\ndef load():\n    return fetcher.load(request.args['u'])\n"
	files := map[string]string{
		"app.py": handler, "fetcher.py": "import requests\ndef load(u):\n    return requests.get(u).text\n",
		"other.py": "import hashlib\ndef token(x):\n    return hashlib.md5(x).hexdigest()\n",
	}
	scan := func(files map[string]string, use CacheUse) (findings string) {
		t.Helper()
		report, err := e.Examine(ctx, Tree{Snapshot: snapshotOf(t, files), Cache: use})
		if err != nil || report.NotCached != nil {
			t.Fatal(err, report.NotCached)
		}
		defer report.Findings.Close()
		for f, err := range report.Findings.All() {
			text, _ := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			findings += string(text) + "\n"
		}
		coverage, _ := json.Marshal(report.Coverage)
		return findings + string(coverage) + "\n" + report.Wiki
	}
	own, file := CacheUse{Name: "acme/api"}, filepath.Join(e.CacheDir, "acme", "api")
	same := func(what string, files map[string]string, use CacheUse) {
		t.Helper()
		if with, without := scan(files, use), scan(files, CacheUse{}); with != without {
			t.Errorf("%s:\nwith:    %s\nwithout: %s", what, with, without)
		}
	}
	stored := func() []byte {
		t.Helper()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}

	same("cold", files, CacheUse{Name: own.Name, ReadOnly: true})
	if _, err := os.Stat(file); err == nil {
		t.Fatal("a scan that may only read has stored something")
	}
	same("cold", files, own)
	whole := stored()
	same("warm", files, own)
	if len(stored()) != len(whole) {
		t.Errorf("%d bytes became %d, although nothing changed", len(whole), len(stored()))
	}
	// A function in another file becomes harmless.
	changed := maps.Clone(files)
	changed["fetcher.py"] = "def load(u):\n    return len(u)\n"
	before := stored()
	same("changed, read only", changed, CacheUse{Name: own.Name, ReadOnly: true})
	if !bytes.Equal(before, stored()) {
		t.Error("a scan that may only read has stored something")
	}
	same("changed", changed, own)
	same("back again", files, own)

	// What one tree of a pull request leaves serves the other one alone.
	before = stored()
	scratch := filepath.Join(t.TempDir(), "scratch")
	same("head", changed, CacheUse{Name: own.Name, Scratch: scratch})
	same("base", files, CacheUse{Name: own.Name, Scratch: scratch, ReadOnly: true})
	if _, err := os.Stat(scratch); err != nil || !bytes.Equal(before, stored()) {
		t.Errorf("it stored elsewhere: %v", err)
	}

	damaged := stored()
	damaged[len(damaged)/2] ^= 1
	if err := os.WriteFile(file, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	same("damaged", files, own)
	if bytes.Equal(damaged, stored()) {
		t.Error("a damaged cache is not replaced")
	}
	if err := os.WriteFile(file, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	same("cut off", files, own)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	same("empty", files, own)

	// With another key, all fingerprints of secrets are others.
	key := e.SecretsKey
	e.SecretsKey = bytes.Repeat([]byte("x"), 32)
	same("another key", files, own)
	e.SecretsKey = key
	// With other rules, too.
	e.Rules.BuiltIn = false
	same("without the built-in rules", files, own)
}
