//go:build ignore

package shop

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
)

func encrypt(key *rsa.PublicKey, m []byte) {
	// ruleid: go-rsa-pkcs1v15-encryption
	rsa.EncryptPKCS1v15(rand.Reader, key, m)
	// ok: go-rsa-pkcs1v15-encryption
	rsa.EncryptOAEP(sha256.New(), rand.Reader, key, m, nil)
}
