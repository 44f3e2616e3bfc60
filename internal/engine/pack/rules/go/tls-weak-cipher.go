//go:build ignore

package shop

import "crypto/tls"

var weak = &tls.Config{
	CipherSuites: []uint16{
		// ruleid: go-tls-weak-cipher
		tls.TLS_RSA_WITH_AES_128_GCM_SHA256,
		// ok: go-tls-weak-cipher
		tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
	},
}

func set(c *tls.Config) {
	// ruleid: go-tls-weak-cipher
	c.CipherSuites = []uint16{tls.TLS_ECDHE_RSA_WITH_RC4_128_SHA}
	// ok: go-tls-weak-cipher
	c.CipherSuites = []uint16{tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256}
}

func asked(c *tls.Config, legacy bool) {
	if legacy {
		// ok: go-tls-weak-cipher
		c.CipherSuites = []uint16{tls.TLS_ECDHE_RSA_WITH_RC4_128_SHA}
	}
}
