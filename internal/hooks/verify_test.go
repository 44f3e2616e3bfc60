package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"vigil"
)

func header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}

func sum(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

func TestVerifyGitHub(t *testing.T) {
	// The example of GitHub's documentation.
	documented := []Secret{{"doc", vigil.HookSignature, "It's a Secret to Everybody"}}
	if _, ok := Verify(vigil.GitHub, documented, header("X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"), []byte("Hello, World!"), time.Now()); !ok {
		t.Error("the documented example is refused")
	}
	secrets := []Secret{{"old", vigil.HookSignature, "old secret of the team"}, {"new", vigil.HookSignature, "new secret of the team"}}
	const body = `{"a":1}`
	signed := func(secret string) string { return "sha256=" + hex.EncodeToString(sum([]byte(secret), body)) }
	for name, c := range map[string]struct {
		header http.Header
		body   string
		by     vigil.ID
	}{
		"the new secret":     {header("X-Hub-Signature-256", signed("new secret of the team")), body, "new"},
		"the old secret":     {header("X-Hub-Signature-256", signed("old secret of the team")), body, "old"},
		"another secret":     {header("X-Hub-Signature-256", signed("another")), body, ""},
		"the decoy":          {header("X-Hub-Signature-256", signed("no secret of anybody")), body, ""},
		"another body":       {header("X-Hub-Signature-256", signed("new secret of the team")), body + " ", ""},
		"no prefix":          {header("X-Hub-Signature-256", strings.TrimPrefix(signed("new secret of the team"), "sha256=")), body, ""},
		"half of it":         {header("X-Hub-Signature-256", signed("new secret of the team")[:39]), body, ""},
		"no signature":       {header(), body, ""},
		"SHA-1":              {header("X-Hub-Signature", "sha1=x"), body, ""},
		"an empty signature": {header("X-Hub-Signature-256", "sha256="), body, ""},
		"a header of GitLab": {header("X-Gitlab-Token", "new secret of the team"), body, ""},
	} {
		by, ok := Verify(vigil.GitHub, secrets, c.header, []byte(c.body), time.Now())
		if by != c.by || ok != (c.by != "") {
			t.Errorf("%s: %q, %t", name, by, ok)
		}
	}
	if _, ok := Verify(vigil.GitHub, nil, header("X-Hub-Signature-256", signed("no secret of anybody")), []byte(body), time.Now()); ok {
		t.Error("the decoy opens a team without secrets")
	}
}

func TestVerifyGitLab(t *testing.T) {
	now := time.Unix(1794902400, 0)
	key := []byte("0123456789abcdef0123456789abcdef")
	token, signing := Secret{"token", vigil.HookToken, "a token of the team"}, Secret{"signing", vigil.HookSignature, "whsec_" + base64.StdEncoding.EncodeToString(key)}
	const body = `{"a":1}`
	sign := func(key []byte, id string, at time.Time) http.Header {
		stamp := fmt.Sprint(at.Unix())
		return header("Webhook-Id", id, "Webhook-Timestamp", stamp, "Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(sum(key, id+"."+stamp+"."+body)))
	}
	with := func(h http.Header, name, value string) http.Header { h.Set(name, value); return h }
	for name, c := range map[string]struct {
		secrets []Secret
		header  http.Header
		by      vigil.ID
	}{
		"token":                            {[]Secret{token}, header("X-Gitlab-Token", "a token of the team"), "token"},
		"wrong token":                      {[]Secret{token}, header("X-Gitlab-Token", "a token of the tea"), ""},
		"no token":                         {[]Secret{token}, header(), ""},
		"signed":                           {[]Secret{signing}, sign(key, "id", now), "signing"},
		"signed, of two":                   {[]Secret{{"x", vigil.HookSignature, "another signing token"}, signing}, sign(key, "id", now), "signing"},
		"one of two signatures":            {[]Secret{signing}, with(sign(key, "id", now), "Webhook-Signature", "v1,AAAA "+sign(key, "id", now).Get("Webhook-Signature")), "signing"},
		"299 seconds old":                  {[]Secret{signing}, sign(key, "id", now.Add(-299*time.Second)), "signing"},
		"301 seconds old":                  {[]Secret{signing}, sign(key, "id", now.Add(-301*time.Second)), ""},
		"301 seconds ahead":                {[]Secret{signing}, sign(key, "id", now.Add(301*time.Second)), ""},
		"another ID":                       {[]Secret{signing}, with(sign(key, "id", now), "Webhook-Id", "other"), ""},
		"another time":                     {[]Secret{signing}, with(sign(key, "id", now), "Webhook-Timestamp", fmt.Sprint(now.Unix()+1)), ""},
		"no time":                          {[]Secret{signing}, with(sign(key, "id", now), "Webhook-Timestamp", "x"), ""},
		"another version":                  {[]Secret{signing}, with(sign(key, "id", now), "Webhook-Signature", "v2"+sign(key, "id", now).Get("Webhook-Signature")[2:]), ""},
		"another key":                      {[]Secret{signing}, sign([]byte("x"), "id", now), ""},
		"the text of the key":              {[]Secret{signing}, sign([]byte(signing.Text), "id", now), ""},
		"the signing token as a token":     {[]Secret{signing}, header("X-Gitlab-Token", signing.Text), ""},
		"the token where signing is set":   {[]Secret{token, signing}, header("X-Gitlab-Token", token.Text), ""},
		"both set, signed":                 {[]Secret{token, signing}, with(sign(key, "id", now), "X-Gitlab-Token", token.Text), "signing"},
		"both set, wrongly signed":         {[]Secret{token, signing}, with(sign([]byte("x"), "id", now), "X-Gitlab-Token", token.Text), ""},
		"a token is no signing token":      {[]Secret{token, signing}, sign([]byte(token.Text), "id", now), ""},
		"signed, but only a token is set":  {[]Secret{token}, with(sign(key, "id", now), "X-Gitlab-Token", token.Text), "token"},
		"signed with the token":            {[]Secret{token}, sign([]byte(token.Text), "id", now), ""},
		"no secrets":                       {nil, header("X-Gitlab-Token", "no secret of anybody"), ""},
		"no secrets, signed":               {nil, sign([]byte("no secret of anybody"), "id", now), ""},
		"a signature of GitHub":            {[]Secret{signing}, header("X-Hub-Signature-256", "sha256="+hex.EncodeToString(sum(key, body))), ""},
		"an empty token, and none was set": {nil, header("X-Gitlab-Token", ""), ""},
	} {
		by, ok := Verify(vigil.GitLab, c.secrets, c.header, []byte(body), now)
		if by != c.by || ok != (c.by != "") {
			t.Errorf("%s: %q, %t", name, by, ok)
		}
	}
}

func TestDeliveryID(t *testing.T) {
	for name, c := range map[string]struct {
		provider vigil.Provider
		header   http.Header
		id       string
		signed   bool
	}{
		"GitHub":          {vigil.GitHub, header("X-GitHub-Delivery", "72d3162e-cc78-11e3-81ab-4c9367dc0958"), "72d3162e-cc78-11e3-81ab-4c9367dc0958", false},
		"GitHub, none":    {vigil.GitHub, header("webhook-id", "x"), "", false},
		"GitHub, long":    {vigil.GitHub, header("X-GitHub-Delivery", strings.Repeat("x", 201)), "", false},
		"GitHub, hostile": {vigil.GitHub, header("X-GitHub-Delivery", "a b"), "", false},
		"GitLab, signed":  {vigil.GitLab, header("webhook-id", "x", "webhook-signature", "v1,", "Idempotency-Key", "y"), "x", true},
		"GitLab":          {vigil.GitLab, header("Idempotency-Key", "y", "X-Gitlab-Event-UUID", "z"), "y", false},
		"GitLab 17":       {vigil.GitLab, header("X-Gitlab-Event-UUID", "z"), "z:e3b0c44298fc1c149afbf4c8996fb924", false},
		"GitLab 13":       {vigil.GitLab, header(), "e3b0c44298fc1c149afbf4c8996fb924", false},
	} {
		if id, signed := DeliveryID(c.provider, c.header, nil); id != c.id || signed != c.signed {
			t.Errorf("%s: %q, %t", name, id, signed)
		}
	}
}
