//go:build ignore

package shop

import (
	"crypto/aes"
	"crypto/hmac"
	"crypto/sha256"
	"os"

	"github.com/gorilla/sessions"
)

func keys() {
	// ruleid: go-hardcoded-key
	aes.NewCipher([]byte("0123456789abcdef"))
	// ruleid: go-hardcoded-key
	hmac.New(sha256.New, []byte("secret"))
	// ruleid: go-hardcoded-key
	sessions.NewCookieStore([]byte("something-secret"))
	// ok: go-hardcoded-key
	sessions.NewCookieStore([]byte(os.Getenv("SESSION_KEY")))
	// ok: go-hardcoded-key
	aes.NewCipher([]byte(os.Getenv("KEY")))
}
