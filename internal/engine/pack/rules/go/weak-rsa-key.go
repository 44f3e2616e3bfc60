//go:build ignore

package shop

import (
	"crypto/rand"
	"crypto/rsa"
)

const bits = 512

func keys() {
	// ruleid: go-weak-rsa-key
	rsa.GenerateKey(rand.Reader, 1024)
	// ruleid: go-weak-rsa-key
	rsa.GenerateKey(rand.Reader, bits)
	// ok: go-weak-rsa-key
	rsa.GenerateKey(rand.Reader, 3072)
}
