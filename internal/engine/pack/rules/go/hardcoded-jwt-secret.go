//go:build ignore

package shop

import (
	"os"

	"github.com/golang-jwt/jwt/v5"
)

var tokenKey = []byte("a very secret key")

func sign(t *jwt.Token) {
	// ruleid: go-hardcoded-jwt-secret
	t.SignedString([]byte("another secret key"))
	// ruleid: go-hardcoded-jwt-secret
	t.SignedString(tokenKey)
	// ok: go-hardcoded-jwt-secret
	t.SignedString([]byte(os.Getenv("TOKEN_KEY")))
}

func parse(text string) {
	jwt.Parse(text, func(t *jwt.Token) (any, error) {
		// ruleid: go-hardcoded-jwt-secret
		return []byte("another secret key"), nil
	})
	jwt.Parse(text, func(t *jwt.Token) (any, error) {
		// ok: go-hardcoded-jwt-secret
		return []byte(os.Getenv("TOKEN_KEY")), nil
	})
}

var tokenKey = []byte("shop-token-key")

const sharedKey = "shop-shared-key"

func sign(t *jwt.Token) (string, error) {
	// ruleid: go-hardcoded-jwt-secret
	return t.SignedString(tokenKey)
}

func signShared(t *jwt.Token) (string, error) {
	// ruleid: go-hardcoded-jwt-secret
	return t.SignedString([]byte(sharedKey))
}

func keyFor(token *jwt.Token) (any, error) {
	// ruleid: go-hardcoded-jwt-secret
	return tokenKey, nil
}

func chi() {
	// ruleid: go-hardcoded-jwt-secret
	jwtauth.New("HS256", []byte("shop-token-key"), nil)
	// ok: go-hardcoded-jwt-secret
	jwtauth.New("HS256", []byte(os.Getenv("TOKEN_KEY")), nil)
}
