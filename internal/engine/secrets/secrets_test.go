package secrets_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/pandatix/go-cvss/31"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/secrets"
)

var key = []byte("a key for tests only")

func detector(t testing.TB) *secrets.Detector {
	t.Helper()
	d, err := secrets.New(secrets.Config{Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// random returns n characters that look random but are always the same, so that this file
// contains no secret.
func random(alphabet string, n int) string {
	b := make([]byte, n)
	x := uint32(2463534242)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = alphabet[x%uint32(len(alphabet))]
	}
	return string(b)
}

const (
	hexDigits = "0123456789abcdef"
	small     = "abcdefghijklmnopqrstuvwxyz0123456789"
	big       = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	digits    = "0123456789"
	mixed     = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
)

// examples has, for each rule, a line with a secret and one that only looks like it.
var examples = map[string]struct{ yes, no string }{
	"aws-access-token":         {`id = "` + "AK" + "IA" + random(big, 16) + `"`, `id = "AKIA` + "IOSFODNN7EXAMPLE" + `"`},
	"github-pat":               {"t: gh" + "p_" + random(mixed, 36), "t: gh" + "p_" + strings.Repeat("a", 36)},
	"github-oauth":             {"t: gh" + "o_" + random(mixed, 36), "t: gh" + "o_" + random(mixed, 20)},
	"github-app-token":         {"t: gh" + "s_" + random(mixed, 36), "t: ghs_short"},
	"github-refresh-token":     {"t: gh" + "r_" + random(mixed, 36), "t: ghr_short"},
	"gitlab-pat":               {"t: gl" + "pat-" + random(mixed, 20), "t: glpat-" + strings.Repeat("x", 20)},
	"gitlab-ptt":               {"t: gl" + "ptt-" + random(hexDigits, 40), "t: glptt-" + random(hexDigits, 12)},
	"gitlab-deploy-token":      {"t: gl" + "dt-" + random(mixed, 20), "t: gldt-short"},
	"slack-bot-token":          {"t: xo" + "xb-" + random(digits, 12) + "-" + random(digits, 12) + "-" + random(mixed, 24), "t: xoxb-example"},
	"slack-webhook-url":        {"u: https://hooks." + "slack.com/services/" + random(mixed, 44), "u: https://hooks.slack.com/services/x"},
	"stripe-access-token":      {`k = "sk` + "_live_" + random(mixed, 30) + `"`, `k = "sk_live_"`},
	"sendgrid-api-token":       {`k = "S` + "G." + random(small, 66) + `"`, `k = "SG.none"`},
	"npm-access-token":         {`k = "np` + "m_" + random(small, 36) + `"`, `k = "npm_config_registry"`},
	"pypi-upload-token":        {"k: pyp" + "i-AgEIcHlwaS5vcmc" + random(mixed, 60), "k: pypi-AgEIcHlwaS5vcmc"},
	"shopify-access-token":     {"k: shp" + "at_" + random(hexDigits, 32), "k: shpat_none"},
	"digitalocean-pat":         {`k = "do` + "p_v1_" + random(hexDigits, 64) + `"`, `k = "dop_v1_none"`},
	"gcp-api-key":              {`k = "AI` + "za" + random(mixed, 35) + `"`, `k = "AIza` + strings.Repeat("A", 35) + `"`},
	"private-key":              {"-----BEGIN RSA " + "PRIVATE KEY-----" + random(mixed, 90) + "-----END RSA PRIVATE KEY-----", "-----BEGIN PUBLIC KEY-----"},
	"jwt":                      {`j = "ey` + "J" + random(mixed, 30) + ".ey" + "J" + random(mixed, 40) + "." + random(mixed, 43) + `"`, `j = "eyJhbGciOi.eyJ"`},
	"huggingface-access-token": {`h = "h` + "f_" + random("abcdefghijklmnopqrstuvwxyz", 34) + `"`, `h = "hf_none"`},
	"linear-api-key":           {"l: lin" + "_api_" + random(small, 40), "l: lin_api_none"},
	"postman-api-token":        {`p = "PM` + "AK-" + random(hexDigits, 24) + "-" + random(hexDigits, 34) + `"`, `p = "PMAK-none"`},
	"pulumi-api-token":         {`p = "pu` + "l-" + random(hexDigits, 40) + `"`, `p = "pul-none"`},
	"rubygems-api-token":       {`r = "ruby` + "gems_" + random(hexDigits, 48) + `"`, `r = "rubygems_none"`},
	"databricks-api-token":     {`d = "da` + "pi" + random(hexDigits, 32) + `"`, `d = "dapi-none"`},
	"doppler-api-token":        {"d: dp" + ".pt." + random(small, 43), "d: dp.pt.none"},
	"age-secret-key":           {"a: AGE-SECRET-" + "KEY-1" + random("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58), "a: AGE-SECRET-KEY-1"},
	"datadog-access-token":     {`datadog_x = "` + random(small, 40) + `"`, `datadog_x = "` + random(small, 20) + `"`},
	"generic-api-key":          {`api_key = "` + random(mixed, 32) + `"`, `api_key = "your_key_goes_here"`},
	"square-access-token":      {`s = "sq` + "0atp-" + random(mixed, 30) + `"`, `s = "sq0atp-x"`},
}

func TestRules(t *testing.T) {
	var yes, no strings.Builder
	for rule, e := range examples {
		fmt.Fprintf(&yes, "%s # want %s\n", e.yes, rule)
		fmt.Fprintf(&no, "%s\n", e.no)
	}
	enginetest.Want(t, detector(t), map[string]string{"yes.conf": yes.String(), "no.conf": no.String()})
	if len(examples) < 25 {
		t.Errorf("only %d rules have examples", len(examples))
	}
}

func TestAcceptance(t *testing.T) {
	var blocks []string
	for _, rule := range []string{"aws-access-token", "github-pat", "jwt", "generic-api-key", "stripe-access-token"} {
		blocks = append(blocks, "def f_"+fmt.Sprint(len(rule))+"():\n    "+examples[rule].yes+"\n\n")
	}
	lines := random(mixed, 64) + "\n" + random(small, 64) + "\n"
	blocks = append(blocks, "-----BEGIN RSA "+"PRIVATE KEY-----\n"+lines+"-----END RSA PRIVATE KEY-----\n\n")
	enginetest.Accept(t, func() engine.Detector { return detector(t) }, enginetest.Sample{Path: "settings.py", Blocks: blocks, Comment: "#"})
}

// TestKeysWithoutAKey has the header and footer of a private key, and no key.
func TestKeysWithoutAKey(t *testing.T) {
	begin, end := "-----BEGIN RSA "+"PRIVATE KEY-----", "-----END RSA "+"PRIVATE KEY-----"
	for _, text := range []string{
		"String BEGIN = \"" + begin + "\";\npublic static final String THE_LAST_LINE_OF_A_KEY_1 = \"" + end + "\";",
		"{ regex: /" + begin + "/ },\n{ name: \"Elliptic\", regex: /-----BEGIN EC PRIVATE KEY-----/ },\n{ name: \"Other\", regex: /" + end + "/ }",
		"# key: |\n#  " + begin + "\n#  " + strings.Repeat("privatekey", 8) + "\n#  " + end,
		begin + "\\n" + strings.Repeat("REDACTED ", 9) + "\\n" + end,
	} {
		if r := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a": text}), engine.Options{}, detector(t)); len(r.Findings) != 0 {
			t.Errorf("%s in %s", r.Findings[0].Rule, text)
		}
	}
	text := "k := \"" + begin + "\\n\" +\n\"" + random(mixed, 64) + "\\n\" +\n\"" + random(mixed, 64) + "\\n" + end + "\""
	if r := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a": text}), engine.Options{}, detector(t)); len(r.Findings) != 1 {
		t.Errorf("%d findings where there is a key", len(r.Findings))
	}
}

func TestMasking(t *testing.T) {
	var text strings.Builder
	for _, e := range examples {
		text.WriteString(e.yes + "\n")
	}
	short := "Tr0ub4dor&3x"
	value := random(mixed, 32)
	text.WriteString("password = \"" + short + "\"\n")
	// The same value again where no rule matches, and in the middle of a long line.
	text.WriteString("api_key = \"" + value + "\"\nsee " + value + "x\n" + strings.Repeat("-", 230) + value + strings.Repeat("-", 300) + "\n")
	r := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a.conf": text.String()}), engine.Options{}, detector(t))
	if len(r.Findings) < len(examples) {
		t.Fatalf("%d findings", len(r.Findings))
	}
	for rule, e := range examples {
		secret := strings.Trim(e.yes[strings.LastIndexAny(e.yes, ` `)+1:], `"`)
		if rule == "private-key" {
			secret = random(mixed, 90)
		}
		for n := 12; n <= len(secret); n++ {
			if strings.Contains(r.JSON, secret[n-8:n]) && !strings.Contains("https://hooks.slack.com/services/-----BEGIN RSA PRIVATE KEY-----END RSA", secret[n-8:n]) {
				t.Errorf("%s: %q of the value is shown", rule, secret[n-8:n])
				break
			}
		}
	}
	if strings.Contains(r.JSON, value[5:]) {
		t.Error("the value is shown where it stands again")
	}
}

// TestInTests: secrets in tests are usually fake.
func TestInTests(t *testing.T) {
	text := examples["github-pat"].yes + "\n"
	r := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a": text, "tests/a": text}), engine.Options{}, detector(t))
	got := map[string]float64{}
	for _, f := range r.Findings {
		got[f.Path] = f.Confidence
	}
	if len(got) != 2 || math.Abs(got["a"]-got["tests/a"]-3) > 0.01 {
		t.Errorf("confidence %v", got)
	}
}

func TestVectors(t *testing.T) {
	text := examples["github-pat"].yes + "\n" + examples["generic-api-key"].yes + "\n"
	r := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a": text}), engine.Options{}, detector(t))
	want := map[string]string{"github-pat": "HIGH", "generic-api-key": "MEDIUM"}
	for _, f := range r.Findings {
		v, err := gocvss31.ParseVector(f.CVSS)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := gocvss31.Rating(v.BaseScore()); got != want[f.Rule] {
			t.Errorf("%s is %s, want %s", f.Rule, got, want[f.Rule])
		}
		if f.Type != "HARDCODED_SECRET" || f.CWE != "CWE-798" {
			t.Errorf("%+v", f)
		}
	}
	if len(r.Findings) != 2 || r.Findings[0].Confidence < 8 || r.Findings[1].Confidence > 5 {
		t.Errorf("confidence: %+v", r.Findings)
	}
}

func TestIdentityIsTheValue(t *testing.T) {
	scan := func(k []byte, value string) engine.Finding {
		d, err := secrets.New(secrets.Config{Key: k})
		if err != nil {
			t.Fatal(err)
		}
		r := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a": "t: gh" + "p_" + value + "\n"}), engine.Options{}, d)
		if len(r.Findings) != 1 {
			t.Fatalf("%+v", r.Findings)
		}
		return r.Findings[0]
	}
	one, two := random(mixed, 36), random(mixed, 37)[1:]
	if scan(key, one).Fingerprint == scan(key, two).Fingerprint {
		t.Error("another secret in the same line is not new")
	}
	if scan(key, one).Identity == scan([]byte("another key, 16 bytes"), one).Identity {
		t.Error("the hash does not depend on the key")
	}
}

func TestSkips(t *testing.T) {
	secret := examples["github-pat"].yes + "\n"
	r := enginetest.Run(t, enginetest.Tree(t, map[string]string{
		"package-lock.json": secret, "node_modules/x/a.js": secret, "logo.png": secret,
		"a.bin.x": secret + "\x00\x01", "cert.p12": "\x30\x82\x00", "app.min.js": "var a=1;" + secret,
	}), engine.Options{}, detector(t))
	var got []string
	for _, f := range r.Findings {
		got = append(got, f.Path+" "+f.Rule)
	}
	if want := "app.min.js github-pat, cert.p12 pkcs12-file"; strings.Join(got, ", ") != want {
		t.Errorf("found %s, want %s", got, want)
	}
	if n := len(r.Coverage["secrets"].Skipped); n != 4 || r.Coverage["secrets"].Files != 2 {
		t.Errorf("%+v", r.Coverage["secrets"])
	}
}

func TestNewRefuses(t *testing.T) {
	for name, c := range map[string]secrets.Config{
		"a short key":        {Key: []byte("short")},
		"extend":             {Key: key, Rules: []byte("[extend]\nuseDefault = true\n")},
		"an unknown key":     {Key: key, Rules: []byte("[[rules]]\nid = 'x'\nregex = 'x'\nfoo = 1\n")},
		"what is not TOML":   {Key: key, Rules: []byte("{")},
		"a rule twice":       {Key: key, Rules: []byte("[[rules]]\nid = 'x'\nregex = 'x'\n[[rules]]\nid = 'x'\nregex = 'x'\n")},
		"an unknown target":  {Key: key, Rules: []byte("[[allowlists]]\ntargetRules = ['y']\npaths = ['z']\n")},
		"an empty allowlist": {Key: key, Rules: []byte("[allowlist]\ndescription = 'x'\n")},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := secrets.New(c); err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestOwnRules(t *testing.T) {
	d, err := secrets.New(secrets.Config{Key: key, Rules: []byte(`
[[rules]]
id = "house"
description = "Ours"
regex = '''house_([a-z]{8})-([0-9]{8})'''
secretGroup = 2
keywords = ["HOUSE_"]
  [[rules.allowlists]]
  stopwords = ["00000"]
  [[rules.allowlists]]
  condition = "AND"
  paths = ['''_test\.go$''']
  regexTarget = "line"
  regexes = ["fixture"]

[[rules]]
id = "behind"
description = "Not for this library"
regex = '''(?<=x)y'''

[[rules]]
id = "composite"
description = "Needs another"
regex = "zzz"
  [[rules.required]]
  id = "house"

[[allowlists]]
targetRules = ["house"]
regexTarget = "match"
regexes = ["demo"]
`)})
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Want(t, d, map[string]string{
		"a.go": "house_abcdefgh-12345678 // want house\n" +
			"house_abcdefgh-12000005\n" +
			"house_demoefgh-12345678\n" +
			"house_abcdefgh-12345678 gitleaks:allow\n" +
			"fixture house_abcdefgh-87654321 // want house\n",
		"a_test.go": "fixture house_abcdefgh-87654321\nhouse_abcdefgh-87654321 // want house\n",
	})
	c := enginetest.Run(t, enginetest.Tree(t, nil), engine.Options{}, d).Coverage["secrets"]
	if len(c.Rules) != 1 || len(c.Skipped) != 2 || c.Skipped[0].Rule != "behind" || c.Skipped[1].Rule != "composite" {
		t.Errorf("%+v", c)
	}
}
