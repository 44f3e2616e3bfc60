package advisory

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sort"
	"strings"
	"sync"
	"time"

	"vigil/internal/ecosystem"
)

// The format of a database: a magic number, the blocks, the block index, the status as JSON,
// and a trailer of fixed size with the offsets of both, their SHA-256, and the magic number
// again. A block is compressed. It has packages in order, each with the length of its key, the
// key, the length of its advisories, and the advisories as JSON.
const (
	mark     = "vigil advisories 1\n"
	endBytes = 3*8 + sha256.Size + len(mark)

	blockBytes    = 16 << 10 // of a block before compression; a single package may exceed it
	maxBlockBytes = 64 << 20
	maxListBytes  = 256 << 20
)

// FileName is the name of the file in a data folder.
const FileName = "advisories.bin"

// ErrFormat reports a file that is not an advisory database, or is damaged.
var ErrFormat = errors.New("it is not a file of advisories, or it is damaged: make it anew with \"vigil advisories import\" or \"vigil advisories update\"")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Status describes a database as a whole.
type Status struct {
	Made       time.Time                         `json:"made"`
	Newest     time.Time                         `json:"newest"` // when the most recently modified advisory was modified
	Advisories int                               `json:"advisories"`
	Ecosystems map[ecosystem.Kind]EcosystemCount `json:"ecosystems"`
	Digest     string                            `json:"digest"` // identifies the content
}

// EcosystemCount is the size of an ecosystem in the database.
type EcosystemCount struct {
	Advisories int       `json:"advisories"`
	Packages   int       `json:"packages"`
	Newest     time.Time `json:"newest"`
}

// File is an open advisory database. It is safe for concurrent use.
type File struct {
	Status Status
	Size   int64

	r      io.ReaderAt
	blocks []block

	mu     sync.Mutex
	recent []unpacked // most recently read blocks
}

// block locates a block of advisories.
type block struct {
	first  string // key of its first package
	at     int64
	packed int
	bytes  int // uncompressed size
	sum    uint32
}

type unpacked struct {
	n    int
	text []byte
}

// keptBlocks is the number of uncompressed blocks in the cache: lock files of one project have
// many packages in common.
const keptBlocks = 64

// key is the sort key of a package.
func key(kind ecosystem.Kind, name string) string { return string(kind) + "\x00" + name }

// Lookup returns the advisories of a package.
func (f *File) Lookup(kind ecosystem.Kind, name string) ([]Advisory, error) {
	want := key(kind, kind.Normal(name))
	n := sort.Search(len(f.blocks), func(i int) bool { return f.blocks[i].first > want }) - 1
	if n < 0 {
		return nil, nil
	}
	text, err := f.block(n)
	if err != nil {
		return nil, err
	}
	for len(text) > 0 {
		have, rest, ok := cutBytes(text)
		list, rest, also := cutBytes(rest)
		if !ok || !also {
			return nil, ErrFormat
		}
		switch strings.Compare(string(have), want) {
		case 0:
			var out []Advisory
			if err := json.Unmarshal(list, &out); err != nil {
				return nil, ErrFormat
			}
			return out, nil
		case 1:
			return nil, nil
		}
		text = rest
	}
	return nil, nil
}

// block returns a block, from the cache if possible.
func (f *File) block(n int) ([]byte, error) {
	f.mu.Lock()
	for _, b := range f.recent {
		if b.n == n {
			f.mu.Unlock()
			return b.text, nil
		}
	}
	f.mu.Unlock()
	text, err := f.unpack(f.blocks[n])
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.recent) == keptBlocks {
		f.recent = append(f.recent[:0], f.recent[1:]...)
	}
	f.recent = append(f.recent, unpacked{n, text})
	return text, nil
}

func (f *File) unpack(b block) ([]byte, error) {
	packed := make([]byte, b.packed)
	if _, err := f.r.ReadAt(packed, b.at); err != nil {
		return nil, fmt.Errorf("read advisories: %w", err)
	}
	if crc32.Checksum(packed, castagnoli) != b.sum {
		return nil, ErrFormat
	}
	text := make([]byte, b.bytes)
	if _, err := io.ReadFull(flate.NewReader(bytes.NewReader(packed)), text); err != nil {
		return nil, ErrFormat
	}
	return text, nil
}

// Each calls visit for each package with its advisories, in file order, which also
// verifies the whole file.
func (f *File) Each(visit func(kind ecosystem.Kind, name string, all []Advisory) error) error {
	for _, b := range f.blocks {
		text, err := f.unpack(b)
		if err != nil {
			return err
		}
		for len(text) > 0 {
			k, rest, ok := cutString(text)
			list, rest, also := cutBytes(rest)
			kind, name, whole := strings.Cut(k, "\x00")
			var all []Advisory
			if !ok || !also || !whole || json.Unmarshal(list, &all) != nil {
				return ErrFormat
			}
			if err := visit(ecosystem.Kind(kind), name, all); err != nil {
				return err
			}
			text = rest
		}
	}
	return nil
}
