//go:build ignore

package shop

import "github.com/golang-jwt/jwt/v5"

func read(text string, claims jwt.MapClaims, key jwt.Keyfunc) {
	// ruleid: go-jwt-not-verified
	jwt.NewParser().ParseUnverified(text, claims)
	// ok: go-jwt-not-verified
	jwt.ParseWithClaims(text, claims, key)
}
