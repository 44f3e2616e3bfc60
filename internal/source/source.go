// Package source turns a repository at a branch, or an uploaded archive, into a
// snapshot of readable files, within limits. Start with [Fetcher].
//
// All input is hostile. Nothing is ever checked out: git makes a bare clone, and files
// go from its object database straight into the snapshot, so no link, hook, filter, or
// odd name reaches a file system. Anything but a plain file is skipped and counted in
// [Stats].
//
// Errors that a user can act on are *vigil.Error: the Message is a sentence for the
// failed scan, the cause is for the log. Neither contains a token.
package source

import (
	"fmt"
	"strings"
	"time"

	"vigil"
	"vigil/internal/engine"
)

// Limits bound the cost of one source. A zero field means the default.
type Limits struct {
	Time      time.Duration // from the first byte to the finished snapshot: 10 minutes
	Bytes     int64         // of all files, and on disk while cloning: 1 GiB
	Files     int           // entries, also those left out: 200,000
	FileBytes int64         // larger files are left out: 5 MiB
	Depth     int           // files in more folders are left out: 100
	Ratio     int64         // how much smaller a zip may be than what it holds: 200
}

func (l Limits) withDefaults() Limits {
	set(&l.Time, 10*time.Minute)
	set(&l.Bytes, 1<<30)
	set(&l.Files, 200_000)
	set(&l.FileBytes, 5<<20)
	set(&l.Depth, 100)
	set(&l.Ratio, 200)
	return l
}

func set[T int | int64 | time.Duration](field *T, value T) {
	if *field == 0 {
		*field = value
	}
}

// Stats counts what went into a snapshot and what was skipped.
type Stats struct {
	Files    int
	Bytes    int64
	Skipped  []engine.Skip // by path, each with the reason
	Unwanted int           // files that were not asked for

	named  int // how long the paths in Skipped are together
	length int // of the paths of all files together
}

// maxPaths is how long the paths of all files may be together. Each is in memory more
// than once while it is scanned, and a few folders make the paths of many files long.
const maxPaths = 32 << 20

// maxNamed is how long the names of all that is left out may be together. They are
// kept in memory, so that nothing in these files is taken for fixed.
const maxNamed = 8 << 20

// Reasons counts skipped files by reason.
func (s Stats) Reasons() map[string]int {
	n := map[string]int{}
	for _, skip := range s.Skipped {
		n[skip.Reason]++
	}
	return n
}

// skip notes that a file is left out. It keeps its name, by which an earlier scan may
// have found something in it, unless no snapshot ever takes such a name.
func (s *Stats) skip(path, reason string) {
	kind := kindOf(path, reason)
	path = reported(path)
	s.named += len(path)
	s.Skipped = append(s.Skipped, engine.Skip{Path: path, Reason: reason, Kind: kind})
}

func (s *Stats) entries() int { return s.Files + len(s.Skipped) + s.Unwanted }

// meet counts the path of a file.
func (s *Stats) meet(path, what string) error {
	if s.length += len(path); s.length > maxPaths {
		return tooLongPaths(what)
	}
	return nil
}

func tooLongPaths(what string) error {
	return failure(vigil.TooLarge, "source_too_large", nil, "The paths of the files of the %s are longer than %s together, which is the limit.", what, human(maxPaths))
}

func (l Limits) tooManyFiles(what string) error {
	return failure(vigil.TooLarge, "source_too_large", nil, "The %s has more than %s files, which is the limit.", what, thousands(l.Files))
}

func tooMuchLeftOut(what string) error {
	return failure(vigil.TooLarge, "source_too_large", nil, "The %s has too many links, odd names or other files that cannot be scanned: their names alone are longer than %s.", what, human(maxNamed))
}

func (l Limits) tooManyBytes(what string) error {
	return failure(vigil.TooLarge, "source_too_large", nil, "The %s is larger than %s, which is the limit.", what, human(l.Bytes))
}

func (l Limits) tooSlow(what string) error {
	return failure(vigil.Unavailable, "source_timed_out", nil, "Reading the %s took longer than %s, which is the limit.", what, strings.TrimSuffix(l.Time.String(), "0s"))
}

func failure(kind vigil.Kind, code string, cause error, format string, args ...any) error {
	return &vigil.Error{Kind: kind, Code: code, Err: cause, Message: fmt.Sprintf(format, args...)}
}

// human writes a size as people say it.
func human(n int64) string {
	for _, u := range []struct {
		size int64
		name string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= u.size {
			return fmt.Sprintf("%.4g %s", float64(n)/float64(u.size), u.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
