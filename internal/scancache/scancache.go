// Package scancache stores what the engine found out about the files of a repository, from one
// scan to the next, in one file per repository.
//
// Start with [Update], which replaces a file after a scan, and [Load], which reads one for the
// engine. A file is encrypted, because results quote source code, and authenticated: one that is
// damaged, cut off, or not ours counts as empty. It is replaced as a whole, so that any number of
// processes may use it at a time; the last one to finish wins. Everything in it can be deleted
// at any time.
//
// The package knows neither findings nor rules: entries are bytes under a key.
package scancache

import (
	"bufio"
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A file is the magic, a salt, and sealed chunks, each with its length in front. The key of the
// chunks is derived from the salt, so their number serves as the nonce; the last one is marked,
// so that a file that is cut off does not pass. The plain text is a list of entries: key, length,
// value.
const (
	magic    = "vigil scan cache 1\n"
	saltSize = 32
	maxChunk = 1 << 20
	full     = maxChunk / 4 // a chunk with so much is sealed
)

// KeySize is the size of the key of an entry.
const KeySize = sha256.Size

// MaxValue is the largest value.
const MaxValue = maxChunk - KeySize - binary.MaxVarintLen64

var errDamaged = errors.New("the cache is damaged")

// sealer returns the cipher for a file.
func sealer(secret, salt []byte) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, secret, salt, "vigil scan cache", 32)
	if err != nil {
		return nil, fmt.Errorf("derive key: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("make cipher: %w", err)
	}
	return cipher.NewGCM(block)
}

func nonce(chunk uint64, last bool) []byte {
	n := make([]byte, 12)
	binary.BigEndian.PutUint64(n, chunk)
	if last {
		n[11] = 1
	}
	return n
}

// writer writes a file.
type writer struct {
	w      *bufio.Writer
	seal   cipher.AEAD
	chunk  uint64
	buffer []byte
	sealed []byte
	size   int64
}

func newWriter(to io.Writer, secret []byte) (*writer, error) {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	seal, err := sealer(secret, salt)
	if err != nil {
		return nil, err
	}
	w := &writer{w: bufio.NewWriterSize(to, 1<<16), seal: seal}
	_, _ = w.w.WriteString(magic) // its error stays until Flush
	_, _ = w.w.Write(salt)
	w.size = int64(len(magic) + saltSize)
	return w, nil
}

// add adds an entry.
func (w *writer) add(key, value []byte) error {
	if len(key) != KeySize || len(value) > MaxValue {
		return fmt.Errorf("an entry of %d and %d bytes", len(key), len(value))
	}
	if len(w.buffer)+KeySize+binary.MaxVarintLen64+len(value) > maxChunk {
		if err := w.flush(false); err != nil {
			return err
		}
	}
	w.buffer = append(w.buffer, key...)
	w.buffer = binary.AppendUvarint(w.buffer, uint64(len(value)))
	w.buffer = append(w.buffer, value...)
	if len(w.buffer) >= full {
		return w.flush(false)
	}
	return nil
}

// flush seals a chunk.
func (w *writer) flush(last bool) error {
	w.sealed = w.seal.Seal(w.sealed[:0], nonce(w.chunk, last), w.buffer, nil)
	head := binary.BigEndian.AppendUint32(nil, uint32(len(w.sealed)))
	_, _ = w.w.Write(head)
	w.size += int64(len(head) + len(w.sealed))
	w.chunk++
	w.buffer = w.buffer[:0]
	if _, err := w.w.Write(w.sealed); err != nil {
		return fmt.Errorf("write cache: %w", err)
	}
	return nil
}

func (w *writer) close() error {
	if err := w.flush(true); err != nil {
		return err
	}
	return w.w.Flush()
}

// each calls visit for each entry of a file, in order. The value is overwritten after visit
// returns. What visit was given counts only if each returns nil.
func each(from io.Reader, secret []byte, visit func(key [KeySize]byte, value []byte) error) error {
	r := bufio.NewReaderSize(from, 1<<16)
	head := make([]byte, len(magic)+saltSize)
	if _, err := io.ReadFull(r, head); err != nil || !bytes.HasPrefix(head, []byte(magic)) {
		return errDamaged
	}
	seal, err := sealer(secret, head[len(magic):])
	if err != nil {
		return err
	}
	var sealed, plain []byte
	for chunk := uint64(0); ; chunk++ {
		var size [4]byte
		if _, err := io.ReadFull(r, size[:]); err != nil {
			return errDamaged
		}
		n := binary.BigEndian.Uint32(size[:])
		if n > maxChunk+uint32(seal.Overhead()) {
			return errDamaged
		}
		sealed = append(sealed[:0], make([]byte, n)...)
		if _, err := io.ReadFull(r, sealed); err != nil {
			return errDamaged
		}
		last := false
		if plain, err = seal.Open(plain[:0], nonce(chunk, false), sealed, nil); err != nil {
			last = true
			if plain, err = seal.Open(plain[:0], nonce(chunk, true), sealed, nil); err != nil {
				return errDamaged
			}
		}
		if err := entries(plain, visit); err != nil {
			return err
		}
		if last {
			return nil
		}
	}
}

func entries(plain []byte, visit func(key [KeySize]byte, value []byte) error) error {
	for len(plain) > 0 {
		if len(plain) < KeySize {
			return errDamaged
		}
		key := [KeySize]byte(plain)
		size, n := binary.Uvarint(plain[KeySize:])
		if n <= 0 || size > uint64(len(plain)-KeySize-n) {
			return errDamaged
		}
		plain = plain[KeySize+n:]
		if err := visit(key, plain[:size]); err != nil {
			return err
		}
		plain = plain[size:]
	}
	return nil
}
