//go:build ignore

package shop

import (
	"crypto/cipher"
	"crypto/rand"
)

func encrypt(b cipher.Block, gcm cipher.AEAD, text []byte) {
	// ruleid: go-static-iv
	cipher.NewCBCEncrypter(b, []byte("0123456789abcdef"))
	// ruleid: go-static-iv
	gcm.Seal(nil, []byte("0123456789ab"), text, nil)
	nonce := make([]byte, gcm.NonceSize())
	rand.Read(nonce)
	// ok: go-static-iv
	gcm.Seal(nonce, nonce, text, nil)
}
