package main_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"vigil/internal/review/reviewtest"
)

// randomText returns n characters that look random, different for each seed.
func randomText(alphabet string, n, seed int) string {
	var b strings.Builder
	x := uint32(seed*2654435761 + 12345)
	for range n {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b.WriteByte(alphabet[int(x%uint32(len(alphabet)))])
	}
	return b.String()
}

const (
	alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	lowerHex     = "0123456789abcdef"
	upper        = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
)

// privateKey returns a key in PEM, of lines that look random.
func privateKey(seed int) (text string, lines []string) {
	for i := range 12 {
		lines = append(lines, randomText(alphanumeric+"+/", 64, seed+i))
	}
	const kind = "RSA PRIVATE" + " KEY-----"
	return "-----BEGIN " + kind + "\n" + strings.Join(lines, "\n") + "\n-----END " + kind, lines
}

// secretive returns a tree whose findings are surrounded by secrets, and those. The parts of
// secrets are joined here, so that this file has none.
func secretive() (files map[string]string, secrets []string) {
	keep := func(prefix, alphabet string, n, seed int) string {
		s := prefix + randomText(alphabet, n, seed)
		secrets = append(secrets, s)
		return s
	}
	github, gitlab := keep("ghp"+"_", alphanumeric, 36, 1), keep("glp"+"at-", alphanumeric, 20, 2)
	aws, awsSecret := keep("AKI"+"A", upper, 16, 3), keep("", alphanumeric, 40, 4)
	slack := "xox" + "b-" + randomText("123456789", 12, 5) + "-" + randomText("123456789", 12, 6) + "-" + keep("", alphanumeric, 24, 7)
	stripe, google := keep("sk_"+"live_", alphanumeric, 24, 8), keep("AIz"+"aSy", alphanumeric, 33, 9)
	sendgrid := keep("SG"+".", alphanumeric, 22, 10) + "." + keep("", alphanumeric, 43, 11)
	npm, anthropicKey := keep("npm"+"_", "abcdefghijklmnopqrstuvwxyz0123456789", 36, 12), keep("sk-ant"+"-api03-", alphanumeric, 93, 13)+"AA"
	suppressed, ignored, named, inFlow, encoded := keep("ghp"+"_", alphanumeric, 36, 14), keep("ghp"+"_", alphanumeric, 36, 15), keep("ghp"+"_", alphanumeric, 36, 16), keep("ghp"+"_", alphanumeric, 36, 17), keep("ghp"+"_", alphanumeric, 36, 18)
	wrapped := base64.StdEncoding.EncodeToString([]byte("token=" + encoded))
	secrets = append(secrets, wrapped)
	generic := keep("", alphanumeric, 32, 19)
	inEnv, weak := keep("ghp"+"_", alphanumeric, 36, 20), "correct-horse-battery-77"
	pem, lines := privateKey(30)
	escaped, more := privateKey(50)
	secrets = append(append(append(secrets, weak), lines...), more...)
	inRC := "short-and-weak-1234"
	secrets = append(secrets, inRC)
	long := keep("ghp"+"_", alphanumeric, 36, 21)

	const app = "const express = require('express');\nconst app = express();\n"
	files = map[string]string{
		"around.js": app + "const github = '" + github + "';\napp.get('/a', (req, res) => {\n  const gitlab = \"" + gitlab + "\"; // " + github + " again\n" +
			"  eval(req.query.q);\n  res.end(`" + slack + "`);\n});\nconst stripe_key = '" + stripe + "', google = \"" + google + "\";\n",
		"keys.py": "import os\nfrom flask import request\naws_access_key_id = '" + aws + "'\naws_secret_access_key = '" + awsSecret + "'\nSENDGRID = '" + sendgrid + "'\n" +
			"NPM = '" + npm + "'\nANTHROPIC = '" + anthropicKey + "'\napi_key = '" + generic + "'\n\ndef run():\n    os.system('ping ' + request.args.get('q'))\n",
		"pem.js":                app + "const key = `" + pem + "`;\napp.get('/p', (req, res) => eval(req.query.q));\n",
		"escaped.js":            app + "const key = \"" + strings.ReplaceAll(escaped, "\n", "\\n") + "\";\napp.get('/p', (req, res) => eval(req.query.q));\n",
		"quiet.js":              app + "const t = '" + suppressed + "'; // vigil:ignore github-pat\napp.get('/s', (req, res) => eval(req.query.q));\n",
		"ignored.js":            app + "const t = '" + ignored + "';\napp.get('/i', (req, res) => eval(req.query.q));\n",
		"elsewhere.c":           "/* the token of quiet.js is not " + ignored + " */\n",
		"dump-" + named + ".js": app + "app.get('/n', (req, res) => eval(req.query.q));\n",
		"flow/source.js":        "const token = '" + inFlow + "';\nfunction read(req) { return req.query.q; } // " + inFlow + "\nmodule.exports = { read };\n",
		"flow/sink.js":          app + "const { read } = require('./source');\napp.get('/f', function f(req, res) {\n  const value = read(req);\n  eval(value);\n});\n",
		"encoded.js":            app + "const t = '" + wrapped + "';\napp.get('/e', (req, res) => eval(req.query.q));\n",
		"long.js":               app + "app.get('/l', (req, res) => { const pad = '" + strings.Repeat("x", 200) + "', t = '" + long + "'; eval(req.query.q); });\n",
		".env":                  "# the old password was " + weak + "\nTOKEN=" + inEnv + "\nDB_PASSWORD=" + weak + "\nexport OTHER=\"" + weak + "\"\n",
		"deploy/.npmrc":         "//registry.example/:_authToken=" + randomText(alphanumeric, 36, 22) + "\nother=" + inRC + "\n" + github + "\n",
		".vigilignore":          "elsewhere.c\n",
	}
	return files, secrets
}

// TestModelSeesNoSecret scans code full of secrets with a model, and looks for any piece of them in
// all that it was sent.
func TestModelSeesNoSecret(t *testing.T) {
	t.Parallel()
	files, secrets := secretive()
	forEachDatabase(t, func(t *testing.T, database ...string) {
		fake := reviewtest.New(t, nil)
		mirror := t.TempDir()
		newRepository(t, mirror, "acme/api").commit(files)
		s := modelServer(t, fake, t.TempDir(), mirror, append(database, "--model-budget", "100/scan")...)
		s.scanWith(s.key(), "acme/api", "haiku")
		checkCanaries(t, fake, secrets)
		asked := ""
		for _, r := range fake.Requests() {
			asked += r.Text
		}
		// The code around them was sent, or the test shows nothing.
		for _, path := range []string{"around.js", "keys.py", "pem.js", "escaped.js", "quiet.js", "ignored.js", "flow/source.js", "flow/sink.js", "encoded.js", "long.js", ".env"} {
			if !strings.Contains(asked, "code of "+path+":") {
				t.Errorf("nobody asked about %s", path)
			}
		}
		for _, code := range []string{"eval(req.query.q);", "os.system(", "const { read } = require", "DB_PASSWORD=", "code of dump-"} {
			if !strings.Contains(asked, code) {
				t.Errorf("%q was not sent", code)
			}
		}
	})
}

// checkCanaries looks for pieces of secrets in requests. The first characters of a secret say what
// kind it is, and are no secret.
func checkCanaries(t *testing.T, fake *reviewtest.API, secrets []string) {
	t.Helper()
	const known, piece = 10, 10
	if fake.Calls() < 10 || len(secrets) < 40 {
		t.Errorf("%d calls, %d secrets", fake.Calls(), len(secrets))
	}
	for n, r := range fake.Requests() {
		for _, secret := range secrets {
			for at := min(known, len(secret)-piece); at+piece <= len(secret); at++ {
				if part := secret[at : at+piece]; strings.Contains(r.Text+r.System+string(r.Body), part) {
					i := strings.Index(r.Text, part)
					t.Errorf("request %d has %q of %q: %s", n, part, secret, fmt.Sprint(r.Text[max(0, i-200):min(len(r.Text), i+100)]))
					break
				}
			}
		}
	}
}
