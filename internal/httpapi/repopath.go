package httpapi

import (
	"net/url"
	"strings"

	"vigil"
)

// repositoryRef is what the path behind /repositories/ names: a repository, by
// id or by full name, and what of it is wanted.
type repositoryRef struct {
	id       vigil.ID
	fullName string
	sub      string // "", "/scans" or "/vulnerabilities"
}

const (
	subScans           = "/scans"
	subVulnerabilities = "/vulnerabilities"
)

// maxRepositoryPath is longer than any name that can be tracked, also when each
// byte of it is escaped.
const maxRepositoryPath = vigil.MaxFullNameLength*4*3 + 100

// parseRepositoryPath reads the still-escaped path behind /repositories/. Names
// may hold slashes, so a path can be read in two ways when it ends in a word that
// is also a sub-resource: then it is the sub-resource, unless pinned says that the
// whole path is a name. A slash that is escaped always belongs to the name.
func parseRepositoryPath(escaped string, pinned bool) (ref repositoryRef, ok bool) {
	if len(escaped) > maxRepositoryPath {
		return ref, false
	}
	parts := strings.Split(escaped, "/")
	for i, part := range parts {
		decoded, err := url.PathUnescape(part)
		if err != nil || !vigil.ValidName(decoded) {
			return ref, false
		}
		parts[i] = decoded
	}
	last := len(parts) - 1
	if last == 0 {
		ref.id, ok = vigil.ParseID(parts[0])
		return ref, ok
	}
	sub := "/" + parts[last]
	if pinned || sub != subScans && sub != subVulnerabilities {
		ref.fullName = strings.Join(parts, "/")
		return ref, vigil.ValidName(ref.fullName)
	}
	ref.sub = sub
	if last == 1 {
		ref.id, ok = vigil.ParseID(parts[0])
		return ref, ok
	}
	ref.fullName = strings.Join(parts[:last], "/")
	return ref, vigil.ValidName(ref.fullName)
}
