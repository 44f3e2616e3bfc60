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
	sub      string // "", "/scans", "/witnesses", "/vulnerabilities", "/branches/{branch}" or "/pull-requests/{number}"
	part     string // the branch or number in sub
}

const (
	subScans           = "/scans"
	subVulnerabilities = "/vulnerabilities"
	subBranch          = "/branches/{branch}"
	subWitnesses       = "/witnesses"
	subPullRequest     = "/pull-requests/{number}"
)

// partOf are the sub-resources that name a part of a repository, by the word before it. They can
// only be deleted: with any other method such a path is a name.
var partOf = map[string]string{"branches": subBranch, "pull-requests": subPullRequest}

// maxRepositoryPath is longer than any name that can be tracked, also when each
// byte of it is escaped.
const maxRepositoryPath = vigil.MaxFullNameLength*4*3 + 100

// parseDeletion is parseRepositoryPath for DELETE. Behind an id, the rest of the path is the
// branch, with its slashes as they are or escaped. Behind a name, the branch is one segment: its
// slashes are escaped.
func parseDeletion(escaped string, pinned bool) (ref repositoryRef, ok bool) {
	parts := strings.Split(escaped, "/")
	word := len(parts) - 2
	if _, isID := vigil.ParseID(parts[0]); isID && len(parts) > 2 && partOf[parts[1]] != "" {
		word = 1
	}
	if pinned || word < 1 || partOf[parts[word]] == "" {
		return parseRepositoryPath(escaped, pinned)
	}
	part, err := url.PathUnescape(strings.Join(parts[word+1:], "/"))
	if err != nil || len(escaped) > maxRepositoryPath {
		return ref, false
	}
	if ref, ok = parseRepositoryPath(strings.Join(parts[:word], "/"), true); !ok {
		return ref, false
	}
	ref.sub, ref.part = partOf[parts[word]], part
	return ref, true
}

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
	if _, isID := vigil.ParseID(parts[0]); sub == subWitnesses && last == 1 && !isID {
		pinned = true // owner/witnesses is the name of a repository
	}
	if pinned || sub != subScans && sub != subVulnerabilities && sub != subWitnesses {
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
