//go:build ignore

package shop

import (
	"crypto/aes"
	"crypto/hmac"
	"crypto/sha256"
	"os"

	"github.com/gorilla/sessions"
)

var (
	written = []byte("0123456789abcdef")
	numbers = []byte{0x10, 0x21, 0x32, 0x43, 0x54, 0x65, 0x76, 0x87, 0x98, 0xa9, 0xba, 0xcb, 0xdc, 0xed, 0xfe, 0x0f}
	given   = []byte(os.Getenv("SHOP_KEY"))
)

func elsewhere(text string) {
	// ruleid: go-hardcoded-key
	aes.NewCipher(written)
	// ruleid: go-hardcoded-key
	aes.NewCipher(numbers)
	// ok: go-hardcoded-key
	aes.NewCipher(given)
	key := []byte("hmac key of the shop")
	// ruleid: go-hardcoded-key
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("text"))
	// ok: go-hardcoded-key
	hmac.New(sha256.New, derive([]byte("sessions"), given))
	// ok: go-hardcoded-key
	hmac.New(sha256.New, []byte(text))
	// ok: go-hardcoded-key
	aes.NewCipher([]byte("example key 1234"))
}

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
