//go:build ignore

package shop

import "crypto/tls"

// ruleid: go-tls-old-version
var old = &tls.Config{MinVersion: tls.VersionTLS10}

// ok: go-tls-old-version
var now = &tls.Config{MinVersion: tls.VersionTLS12}

func set(c *tls.Config) {
	// ruleid: go-tls-old-version
	c.MinVersion = tls.VersionSSL30
	// ok: go-tls-old-version
	c.MinVersion = tls.VersionTLS13
}

func asked(c *tls.Config, allowOldVersions bool) {
	if allowOldVersions {
		// ok: go-tls-old-version
		c.MinVersion = tls.VersionTLS10
	}
}
