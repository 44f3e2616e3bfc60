package advisory

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"vigil/internal/ecosystem"
)

// maxAdvisories limits a database. While it is built, each advisory takes about a hundred bytes
// of memory.
const maxAdvisories = 4_000_000

// compiler collects advisories and writes them sorted by package. Their content is spooled to
// an unlinked file.
type compiler struct {
	spool   *os.File
	w       *bufio.Writer
	size    int64
	entries []entry
	// latest has, for each ID, the record to use: the one that was modified last.
	latest map[string]version
}

type version struct {
	modified  int64
	record    int32 // number of the record, from 1
	withdrawn bool
}

// entry is an advisory about one package.
type entry struct {
	key    string
	id     string
	at     int64
	bytes  int32
	record int32
}

func newCompiler(dir string) (*compiler, error) {
	spool, err := os.CreateTemp(dir, unfinished)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(spool.Name()); err != nil { // the open file stays usable
		spool.Close()
		return nil, err
	}
	return &compiler{spool: spool, w: bufio.NewWriterSize(spool, 256<<10), latest: map[string]version{}}, nil
}

func (c *compiler) close() { c.spool.Close() }

// add adds a record, unless a later one with the same ID was added.
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

// write writes the database.
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
