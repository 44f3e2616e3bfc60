//go:build ignore

package shop

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
)

func verify(key, message, signature []byte) bool {
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	// ruleid: go-timing-unsafe-compare
	return bytes.Equal(mac.Sum(nil), signature)
}

func verifyHex(key, message []byte, signature string) bool {
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	want := hex.EncodeToString(mac.Sum(nil))
	// ruleid: go-timing-unsafe-compare
	return want == signature
}

func verifyText(key, message []byte, signature string) bool {
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	want := base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// ruleid: go-timing-unsafe-compare
	return want == signature
}

func verifyAtOnce(key, message []byte, signature string) bool {
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	// ruleid: go-timing-unsafe-compare
	return hex.EncodeToString(mac.Sum(nil)) == signature
}

func verifyDecoded(key, message []byte, signature string) bool {
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	given, err := hex.DecodeString(signature)
	// ok: go-timing-unsafe-compare
	return err == nil && hmac.Equal(mac.Sum(nil), given)
}

func verifySafely(key, message, signature []byte) bool {
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	// ok: go-timing-unsafe-compare
	return hmac.Equal(mac.Sum(nil), signature)
}
