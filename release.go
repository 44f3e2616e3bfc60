package vigil

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// Release is a published scanner image. It has two versions: the customer version
// (1.4) and the scanner version (1.4.2).
type Release struct {
	ID             ID
	Channel        string
	Version        string
	ScannerVersion string
	GitSHA         string
	ImageURI       string
	ImageDigest    string
	Notes          string
	PushedAt       time.Time
}

// ImageRef returns the reference to pull: pinned to the digest, because a tag can
// move.
func (r Release) ImageRef() string { return r.ImageURI + "@" + r.ImageDigest }

// PullCommand returns the command that pulls the image.
func (r Release) PullCommand() string { return "docker pull " + r.ImageRef() }

// Matches reports whether version is one of the two versions of r.
func (r Release) Matches(version string) bool {
	return version != "" && (version == r.Version || version == r.ScannerVersion)
}

// LatestRelease stands for the newest version in a path. No release can have it as its
// version.
const LatestRelease = "latest"

var (
	channelForm  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)
	versionForm  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$`)
	gitSHAForm   = regexp.MustCompile(`^[0-9a-f]{4,64}$`)
	digestForm   = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
	imageURIForm = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?(/[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*)+$`)
)

// MaxNotesLength is the maximum length of release notes, in characters.
const MaxNotesLength = 10_000

// ValidChannel reports whether name is a valid channel name.
func ValidChannel(name string) bool { return channelForm.MatchString(name) }

// ValidVersion reports whether s is a valid customer or scanner version.
func ValidVersion(s string) bool { return versionForm.MatchString(s) && s != LatestRelease }

// CheckChannel returns an error for param unless name is a valid channel name.
func CheckChannel(param, name string) error {
	if !ValidChannel(name) {
		return InvalidError(param, "must be 1 to 100 letters, digits, dots, hyphens and underscores, such as stable-7f3a")
	}
	return nil
}

// Check returns an error that names the first invalid field, or nil.
func (r Release) Check() error {
	if err := CheckChannel("channel", r.Channel); err != nil {
		return err
	}
	const version = "must be a version such as 1.4 or 1.4.2, of at most 64 letters, digits and .+-_"
	switch {
	case !ValidVersion(r.Version):
		return InvalidError("version", version)
	case !ValidVersion(r.ScannerVersion):
		return InvalidError("scanner_version", version)
	case !gitSHAForm.MatchString(r.GitSHA):
		return InvalidError("git_sha", "must be the id of a commit, in hexadecimal")
	case strings.Contains(r.ImageURI, "://"):
		return InvalidError("image_uri", "must be a name such as registry.example/scanner, not a URL")
	case strings.Contains(r.ImageURI, "@") || strings.LastIndexByte(r.ImageURI, ':') > strings.LastIndexByte(r.ImageURI, '/'):
		return InvalidError("image_uri", "must have no tag and no digest: the digest is given apart")
	case len(r.ImageURI) > 255 || !imageURIForm.MatchString(r.ImageURI):
		return InvalidError("image_uri", "must be a registry and a name, such as registry.example/scanner")
	case !digestForm.MatchString(r.ImageDigest):
		return InvalidError("image_digest", "must be sha256: and 64 digits of lower-case hexadecimal")
	case utf8.RuneCountInString(r.Notes) > MaxNotesLength || !utf8.ValidString(r.Notes) || strings.ContainsRune(r.Notes, 0):
		return InvalidError("notes", "must be a text of at most %d characters", MaxNotesLength)
	case r.PushedAt.Before(time.Unix(0, 0)):
		return InvalidError("pushed_at", "must be a time after 1970")
	}
	return nil
}
