//go:build ignore

package shop

import (
	"crypto/tls"
	"net/http"
)

var supplier = &http.Client{
	Transport: &http.Transport{
		// ruleid: go-tls-verification-off
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	},
}

var warehouse = &http.Client{
	Transport: &http.Transport{
		// ok: go-tls-verification-off
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
	},
}

func off(c *tls.Config) {
	// ruleid: go-tls-verification-off
	c.InsecureSkipVerify = true
	// ok: go-tls-verification-off
	c.InsecureSkipVerify = false
}

func chosen(c *tls.Config, insecure, own bool) {
	if insecure {
		// ok: go-tls-verification-off
		c.InsecureSkipVerify = true
	}
	if c != nil && options.InsecureSkipVerify {
		// ok: go-tls-verification-off
		c.InsecureSkipVerify = true
	}
	if own {
		// ruleid: go-tls-verification-off
		c.InsecureSkipVerify = true
	}
}
