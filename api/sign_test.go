package api_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vigil/api"
)

type vector struct{ Secret, Body, Header string }

var sent = time.Unix(1794729790, 0)

// published returns a block of the page that explains signatures.
func published(t *testing.T, language string) string {
	t.Helper()
	page, err := os.ReadFile("../docs/howto/verify-webhooks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```"+language+"\n")
	block, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatalf("the page has no block of %s", language)
	}
	return block
}

func vectors(t *testing.T) (out []vector) {
	t.Helper()
	if err := json.Unmarshal([]byte(published(t, "json")), &out); err != nil || len(out) < 4 {
		t.Fatal(err, len(out))
	}
	return out
}

func TestSignAndVerify(t *testing.T) {
	for _, v := range vectors(t) {
		body := []byte(v.Body)
		if got := api.Sign(v.Secret, sent, body); got != v.Header {
			t.Errorf("%s: %s, want %s", v.Body, got, v.Header)
		}
		sum := strings.TrimPrefix(v.Header, "t=1794729790,")
		for header, want := range map[string]error{
			v.Header: nil,
			"t=1794729790, v1=" + strings.Repeat("00", 32) + ", " + sum: nil, // while secrets are changed
			"t=1794729790,v0=abc," + sum:                                nil,
			"t=1794729791," + sum:                                       api.ErrSignatureWrong,
			"t=1794729790,v1=" + strings.Repeat("00", 32):               api.ErrSignatureWrong,
			v.Header[:len(v.Header)-2]:                                  api.ErrSignatureWrong,
			v.Header[:len(v.Header)-1]:                                  api.ErrSignatureMalformed,
			"t=1794729790,v1=" + strings.Repeat("zz", 32):               api.ErrSignatureMalformed,
			"t=1794729790,t=1," + sum:                                   api.ErrSignatureMalformed,
			"t=," + sum:                                                 api.ErrSignatureMalformed,
			"t=1794729790":                                              api.ErrSignatureMalformed,
			sum:                                                         api.ErrSignatureMalformed,
			"":                                                          api.ErrSignatureMalformed,
			"t=1794729790;v1=a8a00c64d2e18b49d941a32811290be285aa888d63c": api.ErrSignatureMalformed,
		} {
			if err := api.Verify(v.Secret, header, body, sent); !errors.Is(err, want) || (want == nil) != (err == nil) {
				t.Errorf("%q: %v, want %v", header, err, want)
			}
		}
		for age, want := range map[time.Duration]error{
			300 * time.Second: nil, 301 * time.Second: api.ErrSignatureTooOld, -300 * time.Second: nil, -301 * time.Second: api.ErrSignatureTooOld,
		} {
			if err := api.Verify(v.Secret, v.Header, body, sent.Add(age)); !errors.Is(err, want) || (want == nil) != (err == nil) {
				t.Errorf("after %s: %v", age, err)
			}
		}
		if err := api.Verify(v.Secret, v.Header, append(body, ' '), sent); !errors.Is(err, api.ErrSignatureWrong) {
			t.Errorf("another body: %v", err)
		}
		if err := api.Verify(v.Secret+"x", v.Header, body, sent); !errors.Is(err, api.ErrSignatureWrong) {
			t.Errorf("another secret: %v", err)
		}
	}
}

// TestPublishedSamples runs the samples of the page: each must accept the vectors
// and refuse what was changed or is old.
func TestPublishedSamples(t *testing.T) {
	for language, c := range map[string]struct{ program, file, main string }{
		"js": {"node", "verify.js", `
for (const c of JSON.parse(require('fs').readFileSync(0))) console.log(verify(c.Secret, c.Header, Buffer.from(c.Body), c.Now));`},
		"python": {"python3", "verify.py", `
import json, sys
for c in json.load(sys.stdin): print(str(verify(c["Secret"], c["Header"], c["Body"].encode(), c["Now"])).lower())`},
		"ruby": {"ruby", "verify.rb", `
require 'json'
JSON.parse(STDIN.read).each { |c| puts verify(c['Secret'], c['Header'], c['Body'], c['Now']) }`},
	} {
		t.Run(language, func(t *testing.T) {
			sample := published(t, language)
			program, err := exec.LookPath(c.program)
			if err != nil {
				t.Skipf("left out: there is no %s here to run the sample with", c.program)
			}
			type check struct {
				vector
				Now int64
			}
			var checks []check
			var want strings.Builder
			for _, v := range vectors(t) {
				wrong := v
				wrong.Body += " "
				checks = append(checks, check{v, sent.Unix() + 300}, check{v, sent.Unix() + 301}, check{wrong, sent.Unix()})
				want.WriteString("true\nfalse\nfalse\n")
			}
			input, err := json.Marshal(checks)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(file, []byte(sample+c.main), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program, file)
			cmd.Stdin = bytes.NewReader(input)
			out, err := cmd.CombinedOutput()
			if err != nil || string(out) != want.String() {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestStripeForNode has Stripe's own library for node check what we sign.
func TestStripeForNode(t *testing.T) {
	modules := os.Getenv("VIGIL_TEST_NODE")
	if modules == "" {
		t.Skip("left out: VIGIL_TEST_NODE names no folder with Stripe's library, see scripts/with-node")
	}
	const body = `{"object":"event","id":"1","type":"scan.started"}`
	header := api.Sign("whsec_1", time.Now(), []byte(body))
	const program = `
const { webhooks } = require('stripe')('sk_test_none');
const [body, header] = process.argv.slice(2);
console.log(webhooks.constructEvent(body, header, 'whsec_1').type);
for (const wrong of [() => webhooks.constructEvent(body + ' ', header, 'whsec_1'), () => webhooks.constructEvent(body, header, 'whsec_2')])
  try { console.log(wrong()) } catch (e) { console.log(e.type) }
`
	file := filepath.Join(t.TempDir(), "stripe.js")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", file, body, header)
	cmd.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(modules, "node_modules"))
	out, err := cmd.CombinedOutput()
	const want = "scan.started\nStripeSignatureVerificationError\nStripeSignatureVerificationError\n"
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}
