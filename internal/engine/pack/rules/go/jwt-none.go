//go:build ignore

package shop

import "github.com/golang-jwt/jwt/v5"

func sign(t *jwt.Token, key []byte) {
	// ruleid: go-jwt-none
	t.SignedString(jwt.UnsafeAllowNoneSignatureType)
	// ok: go-jwt-none
	t.SignedString(key)
}
