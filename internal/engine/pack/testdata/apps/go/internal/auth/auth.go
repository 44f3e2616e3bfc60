// Package auth makes and checks what people log in with.
package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/hmac"
	"crypto/md5"
	crand "crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand"
	"os"

	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/crypto/bcrypt"
)

// SessionToken cannot be guessed.
func SessionToken() string {
	token := make([]byte, 16)
	_, _ = crand.Read(token) // safe: go-weak-random
	return hex.EncodeToString(token)
}

// VisitToken can be.
func VisitToken() string {
	token := fmt.Sprintf("%016x", rand.Int63()) // finds: go-weak-random
	return token
}

// PasswordHash is of the old counter.
func PasswordHash(password string) string {
	return fmt.Sprintf("%x", md5.Sum([]byte(password))) // finds: go-weak-hash-md5
}

// NewPasswordHash is slow on purpose.
func NewPasswordHash(password string) ([]byte, error) {
	return bcrypt.GenerateFromPassword([]byte(password), 12) // safe: go-bcrypt-low-cost
}

// FastPasswordHash is not slow enough.
func FastPasswordHash(password string) ([]byte, error) {
	return bcrypt.GenerateFromPassword([]byte(password), 4) // finds: go-bcrypt-low-cost
}

// Same compares without telling how much was right.
func Same(given, want []byte) bool {
	return hmac.Equal(given, want) // safe: go-timing-unsafe-compare
}

// Sign signs with the key of this depot.
func Sign(claims jwt.MapClaims) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(os.Getenv("PARCELS_KEY"))) // safe: go-hardcoded-jwt-secret
}

// SignForPartner signs with a key that is in the source.
func SignForPartner(claims jwt.MapClaims) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte("depot-and-partner-only")) // finds: go-hardcoded-jwt-secret
}

// Peek reads a token without checking it.
func Peek(token string) (jwt.MapClaims, error) {
	claims := jwt.MapClaims{}
	_, _, err := jwt.NewParser().ParseUnverified(token, claims) // finds: go-jwt-not-verified
	return claims, err
}

// Seal encrypts with what was good once.
func Seal(key []byte) (cipher.Block, error) {
	return des.NewTripleDESCipher(key) // finds: go-weak-cipher
}

// SealWell encrypts.
func SealWell(key []byte) (cipher.Block, error) {
	sum := sha256.Sum256(key)    // safe: go-weak-hash-md5
	return aes.NewCipher(sum[:]) // safe: go-weak-cipher
}
