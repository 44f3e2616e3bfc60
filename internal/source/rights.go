package source

import (
	"os"
	"path/filepath"
	"strings"

	"vigil/internal/sandbox"
)

// shell runs git, and git runs it to serve a mirror.
const shell = "/bin/sh"

// certificates is where TLS libraries find whom to trust, and how they are configured. Keys lie
// beside them in the same folders, which is why those are not named.
var certificates = []string{
	"/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/openssl.cnf", "/etc/ssl1.1/cert.pem",
	"/etc/pki/tls/certs", "/etc/pki/tls/cert.pem", "/etc/pki/tls/openssl.cnf", "/etc/pki/ca-trust/extracted", "/etc/ca-certificates",
	"/usr/share/ca-certificates", "/usr/local/share/ca-certificates", "/usr/share/pki", "/var/lib/ca-certificates",
	"/etc/gnutls", "/etc/crypto-policies",
}

// rightsOf are what every call of the git at path may use: itself and a folder.
func rightsOf(path, dir string) sandbox.Rights {
	r := sandbox.Rights{Run: []string{shell, path}, Write: []string{dir}}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	installed := filepath.Dir(filepath.Dir(path))
	for _, lib := range []string{"lib", "lib64", "libexec"} {
		r.Run = append(r.Run, filepath.Join(installed, lib, "git-core"), filepath.Join("/usr", lib, "git-core"))
	}
	r.Read = []string{filepath.Join(installed, "lib"), filepath.Join(installed, "lib64")} // of one that was built by hand
	return r
}

// unconfined says what keeps the kernel from holding git to its rights, empty if nothing does.
func (g *git) unconfined() string {
	r := g.rights
	if g.gateway != nil {
		r.Port = 1 // any
	}
	return sandbox.Missing(r.Supported())
}

// maxMirrorFolders is with how many others a repository on this machine may share its objects.
const maxMirrorFolders = 50

// mirrorFolders returns the folder of a repository on this machine, and those that it refers to:
// it may share objects with others, or be a work tree beside its repository.
func mirrorFolders(path string) []string {
	out := []string{path}
	for i := 0; i < len(out) && len(out) < maxMirrorFolders; i++ {
		for _, link := range []struct{ file, prefix, base string }{
			{".git", "gitdir: ", ""}, {"commondir", "", ""},
			{".git/objects/info/alternates", "", ".git/objects"}, {"objects/info/alternates", "", "objects"}, {"info/alternates", "", ""},
		} {
			text, err := os.ReadFile(filepath.Join(out[i], link.file))
			if err != nil { // most have none
				continue
			}
			for line := range strings.Lines(string(text)) {
				to, ok := strings.CutPrefix(strings.TrimSpace(line), link.prefix)
				if !ok || to == "" || strings.HasPrefix(to, "#") {
					continue
				}
				if !filepath.IsAbs(to) {
					to = filepath.Join(out[i], link.base, to)
				}
				out = append(out, to)
			}
		}
	}
	return out
}
