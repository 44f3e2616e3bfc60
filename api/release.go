package api

import "vigil"

// ImageRelease is a published scanner image.
type ImageRelease struct {
	Object      string  `json:"object"`
	Channel     string  `json:"channel"`
	Version     string  `json:"version"`
	GitSHA      string  `json:"git_sha"`
	ImageDigest string  `json:"image_digest"`
	ImageURI    string  `json:"image_uri"`
	ImageRef    string  `json:"image_ref"`
	PullCommand string  `json:"pull_command"`
	PushedAt    string  `json:"pushed_at"`
	Notes       *string `json:"notes"`
}

// NewImageRelease returns r in its wire form.
func NewImageRelease(r vigil.Release) ImageRelease {
	return ImageRelease{
		Object:      "image_release",
		Channel:     r.Channel,
		Version:     r.Version,
		GitSHA:      r.GitSHA,
		ImageDigest: r.ImageDigest,
		ImageURI:    r.ImageURI,
		ImageRef:    r.ImageRef(),
		PullCommand: r.PullCommand(),
		PushedAt:    timestamp(r.PushedAt),
		Notes:       optional(r.Notes),
	}
}
