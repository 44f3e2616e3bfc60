//go:build ignore

package shop

import (
	"crypto/sha256"

	"golang.org/x/crypto/md4"
	"golang.org/x/crypto/ripemd160"
)

func sums() {
	// ruleid: go-weak-hash-old
	a := md4.New()
	// ruleid: go-weak-hash-old
	b := ripemd160.New()
	// ok: go-weak-hash-old
	c := sha256.New()
	_, _, _ = a, b, c
}
