package advisory

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"vigil/internal/ecosystem"
)

// maxAdvisories is how many advisories about packages a file can have. In memory is a hundred
// bytes of each while the file is made.
const maxAdvisories = 4_000_000

// compiler collects advisories, and then writes them in the order of packages. What they say
// waits in a file without a name.
type compiler struct {
	spool   *os.File
	w       *bufio.Writer
	size    int64
	entries []entry
	// latest has for each id which of the records that tell of it counts: the one that
	// changed last.
	latest map[string]version
}

type version struct {
	modified  int64
	record    int32 // which of them, from 1
	withdrawn bool
}

// entry is an advisory about a package.
type entry struct {
	key    string
	id     string
	at     int64
	bytes  int32
	record int32
}

func newCompiler(dir string) (*compiler, error) {
	spool, err := os.CreateTemp(dir, ".advisories-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(spool.Name()); err != nil { // it lives on while it is open
		spool.Close()
		return nil, err
	}
	return &compiler{spool: spool, w: bufio.NewWriterSize(spool, 256<<10), latest: map[string]version{}}, nil
}

func (c *compiler) close() { c.spool.Close() }

// add takes a record, unless a later one of the same id is there.
func (c *compiler) add(p parsed) error {
	was, there := c.latest[p.id]
	if there && was.modified > p.modified {
		return nil
	}
	now := version{modified: p.modified, record: was.record + 1, withdrawn: p.withdrawn}
	c.latest[p.id] = now
	for _, about := range p.packages {
		if err := c.keep(about.kind, about.name, about.advisory, now.record); err != nil {
			return err
		}
	}
	return nil
}

func (c *compiler) keep(kind ecosystem.Kind, name string, a Advisory, record int32) error {
	if len(c.entries) == maxAdvisories {
		return fmt.Errorf("there are more than %d advisories", maxAdvisories)
	}
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	if _, err := c.w.Write(text); err != nil {
		return fmt.Errorf("keep advisories: %w", err)
	}
	c.entries = append(c.entries, entry{key(kind, name), a.ID, c.size, int32(len(text)), record})
	c.size += int64(len(text))
	return nil
}

// write writes the file.
func (c *compiler) write(to io.Writer, now time.Time) (Status, error) {
	if err := c.w.Flush(); err != nil {
		return Status{}, fmt.Errorf("keep advisories: %w", err)
	}
	c.entries = slices.DeleteFunc(c.entries, func(e entry) bool {
		latest := c.latest[e.id]
		return latest.record != e.record || latest.withdrawn
	})
	slices.SortFunc(c.entries, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.key, b.key), strings.Compare(a.id, b.id), cmp.Compare(a.at, b.at))
	})
	w := &fileWriter{w: bufio.NewWriterSize(to, 256<<10), digest: sha256.New(), status: Status{Made: now.UTC().Truncate(time.Second), Ecosystems: map[ecosystem.Kind]EcosystemCount{}}}
	w.say([]byte(mark))
	ids := map[string]map[string]bool{}
	for rest := c.entries; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(e entry) bool { return e.key != rest[0].key })
		if n < 0 {
			n = len(rest)
		}
		kind, _, _ := strings.Cut(rest[0].key, "\x00")
		if ids[kind] == nil {
			ids[kind] = map[string]bool{}
		}
		count := w.status.Ecosystems[ecosystem.Kind(kind)]
		count.Packages++
		list := []byte{'['}
		for i, e := range rest[:n] {
			text := make([]byte, e.bytes)
			if _, err := c.spool.ReadAt(text, e.at); err != nil {
				return Status{}, fmt.Errorf("read advisories that were kept: %w", err)
			}
			if i > 0 {
				list = append(list, ',')
			}
			list = append(list, text...)
			ids[kind][e.id] = true
			if t := time.Unix(c.latest[e.id].modified, 0).UTC(); t.After(count.Newest) {
				count.Newest = t
			}
		}
		w.status.Ecosystems[ecosystem.Kind(kind)] = count
		w.add(rest[0].key, append(list, ']'))
		rest = rest[n:]
	}
	for kind, all := range ids {
		count := w.status.Ecosystems[ecosystem.Kind(kind)]
		count.Advisories = len(all)
		w.status.Ecosystems[ecosystem.Kind(kind)] = count
		if count.Newest.After(w.status.Newest) {
			w.status.Newest = count.Newest
		}
		w.status.Advisories += count.Advisories
	}
	return w.end()
}

// fileWriter writes blocks and remembers where they are. The first error stays.
type fileWriter struct {
	w      *bufio.Writer
	at     int64
	first  string
	block  []byte
	list   []byte
	digest hash.Hash
	status Status
	err    error
}

func (w *fileWriter) say(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
	w.at += int64(len(b))
}

// add adds a package, in order.
func (w *fileWriter) add(key string, list []byte) {
	if len(w.block) > 0 && len(w.block)+len(list) > blockBytes {
		w.flush()
	}
	if len(w.block) == 0 {
		w.first = key
	}
	w.block = appendBytes(appendBytes(w.block, key), string(list))
	if len(w.block) > maxBlockBytes && w.err == nil {
		w.err = fmt.Errorf("there is too much about %s", strings.ReplaceAll(key, "\x00", " "))
	}
}

func appendBytes(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func (w *fileWriter) flush() {
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err == nil {
		_, err = z.Write(w.block)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil && w.err == nil {
		w.err = err
	}
	_, _ = w.digest.Write(w.block) // never fails
	w.list = appendBytes(w.list, w.first)
	for _, n := range []uint64{uint64(w.at), uint64(packed.Len()), uint64(len(w.block)), uint64(crc32.Checksum(packed.Bytes(), castagnoli))} {
		w.list = binary.AppendUvarint(w.list, n)
	}
	w.say(packed.Bytes())
	w.block = w.block[:0]
}

// end writes what comes after the blocks.
func (w *fileWriter) end() (Status, error) {
	if len(w.block) > 0 {
		w.flush()
	}
	w.status.Digest = hex.EncodeToString(w.digest.Sum(nil)[:8])
	said, err := json.Marshal(w.status)
	if err != nil {
		return Status{}, err
	}
	text := append(w.list, said...)
	sum := sha256.Sum256(text)
	var end []byte
	for _, n := range []int64{w.at, int64(len(w.list)), int64(len(said))} {
		end = binary.BigEndian.AppendUint64(end, uint64(n))
	}
	w.say(text)
	w.say(append(append(end, sum[:]...), mark...))
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.status, w.err
}
