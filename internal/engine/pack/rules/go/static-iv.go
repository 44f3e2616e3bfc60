//go:build ignore

package shop

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"io"
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

var fixedNonce = []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}

func more(block cipher.Block, gcm cipher.AEAD, key, text []byte) {
	iv := []byte{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	// ruleid: go-static-iv
	cipher.NewCTR(block, iv)
	// ruleid: go-static-iv
	gcm.Seal(nil, fixedNonce, text, nil)
	nonce := make([]byte, gcm.NonceSize())
	// ruleid: go-static-iv
	gcm.Seal(nil, nonce, text, nil)
}

func ownKey(key, text []byte) cipher.BlockMode {
	block, _ := aes.NewCipher(key)
	// ruleid: go-static-iv
	return cipher.NewCBCEncrypter(block, key[:aes.BlockSize])
}

func random(block cipher.Block, gcm cipher.AEAD, text []byte) {
	nonce := make([]byte, gcm.NonceSize())
	if _, err := io.ReadFull(rand.Reader, nonce); err != nil {
		return
	}
	// ok: go-static-iv
	gcm.Seal(nonce, nonce, text, nil)

	iv := make([]byte, 16)
	rand.Read(iv[:])
	// ok: go-static-iv
	cipher.NewCTR(block, iv)
}

func counted(gcm cipher.AEAD, n uint64, text []byte) {
	nonce := make([]byte, 12)
	binary.BigEndian.PutUint64(nonce[4:], n)
	// ok: go-static-iv
	gcm.Seal(nil, nonce, text, nil)
}
