//go:build ignore

package shop

import "regexp"

var (
	// ruleid: go-host-regexp
	dotOpen = regexp.MustCompile("^https://www.shop.example/")
	// ruleid: go-host-regexp
	dotOpenInside = regexp.MustCompile(`^(www|beta).shop\.com$|^api.shop.com$`)
	// ruleid: go-host-regexp
	noBeginning = regexp.MustCompile(`https?://shop\.example/`)
	// ruleid: go-host-regexp
	noEnd = regexp.MustCompile(`^https://shop\.example`)
	// ok: go-host-regexp
	bound = regexp.MustCompile(`^https://shop\.example/`)
	// ok: go-host-regexp
	host = regexp.MustCompile(`^(www|beta)\.shop\.com$`)
	// ok: go-host-regexp
	words = regexp.MustCompile(`^[a-z]+.[a-z]+$`)
	// ok: go-host-regexp
	mail = regexp.MustCompile(`^[^@\s]+@[^@\s]+\.[a-z]+$`)
	// ok: go-host-regexp
	quoted = regexp.QuoteMeta("www.shop.example")
	// ok: go-host-regexp
	text = regexp.MustCompile(`see the docs\. (com|or)`)
)
