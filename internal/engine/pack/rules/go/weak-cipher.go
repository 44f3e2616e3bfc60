//go:build ignore

package shop

import (
	"crypto/aes"
	"crypto/des"
	"crypto/rc4"
)

func encrypt(key []byte) {
	// ruleid: go-weak-cipher
	des.NewCipher(key)
	// ruleid: go-weak-cipher
	des.NewTripleDESCipher(key)
	// ruleid: go-weak-cipher
	rc4.NewCipher(key)
	// ok: go-weak-cipher
	aes.NewCipher(key)
}
