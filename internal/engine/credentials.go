package engine

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

// isCredentials reports whether a file exists to hold credentials, by its name. Nothing in it can
// be quoted: a short password does not look like a secret to a detector.
func isCredentials(p string) bool {
	name := strings.ToLower(path.Base(p))
	switch name {
	case ".netrc", "_netrc", ".pgpass", ".htpasswd", ".npmrc", ".pypirc", ".git-credentials", ".dockercfg", ".my.cnf", "credentials", "shadow":
		return true
	}
	switch path.Ext(name) {
	case ".pem", ".key", ".p8", ".p12", ".pfx", ".jks", ".keystore", ".ppk", ".kdbx", ".tfstate", ".tfvars", ".ovpn":
		return true
	}
	return strings.HasPrefix(name, "id_") && path.Ext(name) == "" // id_rsa, id_ed25519
}

// isSettings reports whether a file has settings for the environment, by its name: .env, .env.local,
// production.env.
func isSettings(p string) bool {
	name := strings.ToLower(path.Base(p))
	return name == ".env" || name == ".envrc" || strings.HasPrefix(name, ".env.") || strings.HasSuffix(name, ".env")
}

var settingName = regexp.MustCompile(`^\s*(?:export\s+)?[A-Za-z_][A-Za-z0-9_.-]*\s*=`)

// maskSettings masks the values of settings, and all that is not the name of one: comments have
// old values, and values have many lines.
func maskSettings(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		name := settingName.FindString(line)
		if rest := strings.TrimSpace(line[len(name):]); rest != "" {
			name += stars
		}
		out[i] = name
	}
	return out
}

// namesFile returns a file with the names that come with findings, for the detector of secrets: it
// searches contents, and a path can have a secret as well. Its own path is empty, as of no other file.
func namesFile(findings []Finding) *File {
	var b bytes.Buffer
	for _, f := range findings {
		names := append([]string{f.Path, f.Symbol, f.Subject.Source, f.Subject.Within}, f.References...)
		for _, s := range f.Trace {
			names = append(names, s.Path)
		}
		for _, name := range names {
			if name != "" {
				b.WriteString(strings.Map(printable, strings.ToValidUTF8(name, "\uFFFD")))
				b.WriteByte('\n')
			}
		}
	}
	return &File{Size: int64(b.Len()), r: bytes.NewReader(b.Bytes())}
}

// printable replaces control characters, which would make a text look binary.
func printable(r rune) rune {
	if r < ' ' {
		return ' '
	}
	return r
}
