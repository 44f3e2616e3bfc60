// Package secretbox encrypts the secrets that Vigil must be able to read back, such as
// webhook signing secrets, before they are stored: the database alone reveals none of
// them.
//
// A [Ring] holds one or more keys. The first encrypts; all of them decrypt. A sealed
// value names its key and is bound to its place (as additional authenticated data):
// copied to another row, it does not decrypt.
package secretbox

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// version begins every sealed value: AES-256-GCM with a random nonce of 12 bytes.
const version = "v1"

const keyBytes = 32

// ErrKey reports a value that was encrypted with a key that the ring does not have.
var ErrKey = errors.New("it was sealed with another key")

// Ring is a keyring. It is safe for concurrent use.
type Ring struct {
	path    string // empty: the keys were given and stay as they are
	without error  // why there are no keys

	mu       sync.Mutex
	keys     []key // the first one seals
	modified time.Time
}

type key struct {
	id   string // says which key sealed a value, and nothing about the key
	text string // as it stands in the file
	aead cipher.AEAD
}

// Bound names the place of a value, for Seal and Open.
func Bound(table, id, column string) string { return table + "/" + id + "/" + column }

// Sealed reports whether a text looks like a sealed value.
func Sealed(text string) bool {
	return strings.HasPrefix(text, version+".") && strings.Count(text, ".") == 2
}

// Parse returns the keyring in text: keys of 32 bytes in base64, separated by commas
// or white space. Text after a # in a line is a comment.
func Parse(text string) (*Ring, error) {
	keys, err := parseKeys(text)
	if err != nil {
		return nil, err
	}
	return &Ring{keys: keys}, nil
}

func parseKeys(text string) (keys []key, err error) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\r' || r == '\n' }) {
			raw, err := base64.StdEncoding.DecodeString(word)
			if err != nil || len(raw) != keyBytes { // the word is a secret: the message must not show it
				return nil, fmt.Errorf("key %d is not %d bytes in base64: make one with \"openssl rand -base64 %d\"", len(keys)+1, keyBytes, keyBytes)
			}
			keys = append(keys, newKey(raw))
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("there is no key in it")
	}
	return keys, nil
}

func newKey(raw []byte) key {
	block, err := aes.NewCipher(raw)
	if err != nil {
		panic(err) // the length is right
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(append([]byte("vigil key id:"), raw...))
	return key{id: hex.EncodeToString(sum[:4]), text: base64.StdEncoding.EncodeToString(raw), aead: aead}
}

func randomKey() key {
	raw := make([]byte, keyBytes)
	_, _ = rand.Read(raw) // never fails
	return newKey(raw)
}

// Without returns a ring without keys: it neither encrypts nor decrypts, and reports
// reason.
func Without(reason error) *Ring { return &Ring{without: reason} }

// Usable returns why the ring cannot be used, or nil.
func (r *Ring) Usable() error { return r.without }

// Seal encrypts a value for the place named by bound.
func (r *Ring) Seal(plain []byte, bound string) (string, error) {
	if r.without != nil {
		return "", r.without
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil {
		return "", err
	}
	k := r.keys[0]
	nonce := make([]byte, k.aead.NonceSize(), k.aead.NonceSize()+len(plain)+k.aead.Overhead())
	_, _ = rand.Read(nonce)
	return version + "." + k.id + "." + base64.RawURLEncoding.EncodeToString(k.aead.Seal(nonce, nonce, plain, additional(bound))), nil
}

// Open decrypts a value sealed for the same place.
func (r *Ring) Open(sealed, bound string) ([]byte, error) {
	if r.without != nil {
		return nil, r.without
	}
	parts := strings.Split(sealed, ".")
	if len(parts) != 3 || parts[0] != version {
		return nil, errors.New("open sealed value: it is none")
	}
	raw, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil {
		return nil, errors.New("open sealed value: it is damaged")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.key(parts[1])
	if !ok { // the file may have a new one
		if err := r.refresh(); err != nil {
			return nil, err
		}
		if k, ok = r.key(parts[1]); !ok {
			return nil, fmt.Errorf("open sealed value: %w", ErrKey)
		}
	}
	if len(raw) < k.aead.NonceSize() {
		return nil, errors.New("open sealed value: it is damaged")
	}
	plain, err := k.aead.Open(nil, raw[:k.aead.NonceSize()], raw[k.aead.NonceSize():], additional(bound))
	if err != nil {
		return nil, errors.New("open sealed value: it was changed, or moved from another place")
	}
	return plain, nil
}

func additional(bound string) []byte { return []byte(version + "/" + bound) }

func (r *Ring) key(id string) (key, bool) {
	for _, k := range r.keys {
		if k.id == id {
			return k, true
		}
	}
	return key{}, false
}

// refresh reads the file again if it has changed, as it does when another process
// makes a new key.
func (r *Ring) refresh() error {
	if r.path == "" {
		return nil
	}
	info, err := os.Stat(r.path)
	if err != nil {
		return fmt.Errorf("look at the secret key: %w", err)
	}
	if info.ModTime().Equal(r.modified) {
		return nil
	}
	return r.read()
}
