package vigil

import "time"

// Release is a published scanner image. It has two versions: the one customers
// speak of (1.4) and that of the scanner inside (1.4.2).
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

// ImageRef returns the reference to pull: pinned to the digest, for a tag can be
// moved.
func (r Release) ImageRef() string { return r.ImageURI + "@" + r.ImageDigest }

// PullCommand returns the command that fetches the image.
func (r Release) PullCommand() string { return "docker pull " + r.ImageRef() }

// Matches reports whether version, of either sort, names r.
func (r Release) Matches(version string) bool {
	return version != "" && (version == r.Version || version == r.ScannerVersion)
}
