package source

import (
	"fmt"
	"net/url"
	"os"
	"strings"

	"vigil"
)

// URL returns the clone URL of a repository: base is https://github.com or another
// HTTPS URL, or file:///mirror, under which acme/api is the folder acme/api.git or
// acme/api.
func URL(base, fullName string) (string, error) {
	u, err := url.Parse(base)
	if err != nil || u.Opaque != "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || (u.Scheme == "file") != (u.Host == "") {
		return "", fmt.Errorf("clone from %q: it must be an address such as https://github.com or file:///mirror", withoutUser(base))
	}
	if !vigil.ValidName(fullName) || strings.HasPrefix(fullName, "-") {
		return "", failure(vigil.Invalid, "parameter_invalid", nil, "The repository's name must be like acme/api: parts between slashes, none of them empty, . or .. and no hyphen first.")
	}
	u.RawPath = "" // it would win over Path
	u.Path = strings.TrimRight(u.Path, "/") + "/" + strings.TrimSuffix(fullName, ".git")
	switch u.Scheme {
	case "https":
		u.Path += ".git"
	case "file":
		if s, err := os.Stat(u.Path + ".git"); err == nil && s.IsDir() {
			u.Path += ".git"
		}
	default:
		return "", fmt.Errorf("clone from %q: the scheme must be https or file", base)
	}
	return u.String(), nil
}

// withoutUser cuts what may be a password from an address that is shown.
func withoutUser(raw string) string {
	if i := strings.LastIndexByte(raw, '@'); i >= 0 {
		return "…" + raw[i:]
	}
	return raw
}
