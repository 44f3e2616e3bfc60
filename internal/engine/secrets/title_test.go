package secrets_test

import (
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
)

// TestTitles: a title names the kind of secret and the variable, or the file, and nothing of the secret.
func TestTitles(t *testing.T) {
	token := examples["github-pat"].yes
	token = strings.Trim(token[strings.LastIndexAny(token, " ")+1:], `"`)
	for _, test := range []struct{ path, text, want string }{
		{"a.py", "GITHUB_TOKEN = \"%\"\n", "`GITHUB_TOKEN`"},
		{"a.go", "var token string = \"%\"\n", "`token`"},
		{"a.go", "s.token := []byte(\"%\")\n", "`a.go`"},
		{"a.go", "s.token := wrap(\"%\")\n", "`s.token`"},
		{"a.json", "{\"auth\": {\"gitToken\": \"%\"}}\n", "`gitToken`"},
		{"a.yaml", "  ci-token: %\n", "`ci-token`"},
		{"a.rb", ":token => '%'\n", "`token`"},
		{"config/prod.env", "export GH=%\n", "`GH`"},
		{"config/prod.env", "%\n", "`config/prod.env`"},
		{"a/very/long/path/to/some/folder/with/config/prod.env", "%\n", "`…/to/some/folder/with/config/prod.env`"},
		{"a.xml", "<token kind='x'>%</token>\n", "`token`"},
		{"a.sh", "curl -H \"Authorization: Bearer %\"\n", "`Authorization`"},
		{"a.sh", "git clone https://%@example.com\n", "`a.sh`"},
		{"a.txt", "%: %\n", "`a.txt`"},
		{"a.txt", "A1B2C3D4E5: %\n", "`a.txt`"},
	} {
		text := strings.ReplaceAll(test.text, "%", token)
		r := enginetest.Run(t, enginetest.Tree(t, map[string]string{test.path: text}), engine.Options{}, detector(t))
		found := false
		for _, f := range r.Findings {
			if strings.Contains(f.Title, token[:6]) || strings.Contains(f.Title, token[len(token)-6:]) || strings.Contains(f.Title, "****") {
				t.Errorf("%s: the secret is shown: %s", text, f.Title)
			}
			found = found || f.Title == "Hard-coded secret: github-pat in "+test.want
		}
		if !found {
			t.Errorf("%s: no title with %s: %+v", test.text, test.want, r.Findings)
		}
	}
}
