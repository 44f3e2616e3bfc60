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

func byChoice(c *tls.Config, insecure, own bool) {
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

type options struct {
	insecure, secure bool
	retries          int
}

func asked(o options, c *tls.Config) {
	if o.insecure {
		// ok: go-tls-verification-off
		c.InsecureSkipVerify = true
	}
	if o.insecure && o.secure {
		// ok: go-tls-verification-off
		supplier.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	}
	if !o.secure {
		// ok: go-tls-verification-off
		c.InsecureSkipVerify = true
	}
	if o.retries > 3 {
		// ruleid: go-tls-verification-off
		c.InsecureSkipVerify = true
	}
	if o.secure {
		c.InsecureSkipVerify = false
	} else {
		// ok: go-tls-verification-off
		c.InsecureSkipVerify = true
	}
}

func insecureClient() *http.Client {
	return &http.Client{Transport: &http.Transport{
		// ok: go-tls-verification-off
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}}
}

func (o options) unsafeTransport() *http.Transport {
	// ok: go-tls-verification-off
	return &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
}

func chosen(o options) *tls.Config {
	// ok: go-tls-verification-off
	insecureConfig := &tls.Config{InsecureSkipVerify: true}
	// ruleid: go-tls-verification-off
	config := &tls.Config{InsecureSkipVerify: true}
	if o.retries > 1 {
		return insecureConfig
	}
	return config
}

func pinned(check func(tls.ConnectionState) error) *tls.Config {
	// ok: go-tls-verification-off
	c := &tls.Config{InsecureSkipVerify: true}
	c.VerifyConnection = check
	return c
}

func asked(skipVerify bool) *http.Transport {
	if !skipVerify {
		return &http.Transport{}
	}
	// ok: go-tls-verification-off
	return &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
}

func anyway(ready bool) *http.Transport {
	if !ready {
		return nil
	}
	// ruleid: go-tls-verification-off
	return &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
}
