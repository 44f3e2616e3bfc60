package target

import "testing"

func TestTokenFor(t *testing.T) {
	for _, name := range []string{"VIGIL_GITHUB_URL", "VIGIL_GITLAB_URL"} {
		t.Setenv(name, "")
	}
	t.Setenv("VIGIL_GITHUB_TOKEN", "hub")
	t.Setenv("VIGIL_GITLAB_TOKEN", "lab")
	check := func(want map[string]string) {
		t.Helper()
		for url, token := range want {
			if got := tokenFor(url); got != token {
				t.Errorf("%s is sent %q", url, got)
			}
		}
	}
	check(map[string]string{
		"https://github.com/a/b": "hub", "https://GitHub.com/a/b": "hub", "https://gitlab.com/a/b": "lab", "https://example.com/a/b": "", "https://github.com.example.com/a": "",
		"https://github.com:8443/a": "", "http://github.com/a/b": "", "file:///github.com/a": "", "https://example.com/github.com": "",
	})
	t.Setenv("VIGIL_GITLAB_URL", "https://git.corp.example:8443/")
	check(map[string]string{"https://gitlab.com/a/b": "", "https://git.corp.example:8443/a/b": "lab", "https://git.corp.example/a/b": "", "https://github.com/a/b": "hub"})
	t.Setenv("VIGIL_GITLAB_URL", "file:///mirror")
	check(map[string]string{"https://gitlab.com/a/b": ""})
}
