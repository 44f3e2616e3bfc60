package examine

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"vigil/internal/examine/protocol"
	"vigil/internal/scancache"
)

// CacheUse is how a scan uses the results of earlier ones.
type CacheUse struct {
	// Name is that of a file in the folder of the Examiner, for trees that have much in common:
	// those of one repository. Empty: no cache is used.
	Name string
	// ReadOnly: nothing is stored.
	ReadOnly bool
	// Scratch, if set, is the absolute path of a file that takes the place of the one in that
	// folder once there is such a file. New results are stored there: the two trees of a pull
	// request have most files in common.
	Scratch string
}

// Limits of the file of one cache: this, or half as much again as the source.
const (
	leastCache = 1 << 20
	mostCache  = 128 << 20
)

// useCache adds the cache to a request. The returned update is nil if nothing is to be stored.
func (e *Examiner) useCache(r *protocol.Request, snapshot *os.File, use CacheUse) *scancache.Update {
	if e.CacheDir == "" || use.Name == "" || len(r.SecretsKey) == 0 {
		return nil
	}
	r.Cache, r.CacheReadOnly, r.Build = filepath.Join(e.CacheDir, use.Name), true, build()
	to := r.Cache
	if use.Scratch != "" {
		to = use.Scratch
		if _, err := os.Stat(to); err == nil {
			r.Cache = to
		}
	}
	info, err := snapshot.Stat()
	if use.ReadOnly || err != nil {
		return nil
	}
	// Without a cache, a scan only takes longer.
	update, err := scancache.NewUpdate(r.Cache, to, r.CacheKey(), min(max(leastCache, info.Size()*3/2), mostCache))
	if err != nil {
		return nil
	}
	r.CacheReadOnly = false
	return update
}

// build identifies this program: results of another one are not used.
var build = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "vcs.modified", Value: "false"}) {
		return info.String() // it names the commit
	}
	const self = "/proc/self/exe" // also after an upgrade has replaced the file
	file, err := os.Open(self)
	if err != nil {
		if path, err2 := os.Executable(); err2 == nil {
			file, err = os.Open(path)
		}
	}
	if err != nil {
		return "unknown program"
	}
	defer file.Close()
	if id := linkerID(file); id != "" {
		return id
	}
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "unknown program"
	}
	return hex.EncodeToString(h.Sum(nil))
})

// linkerID returns the hash of the program's content that the Go linker noted in it, "" if there
// is none. To compute one takes longer than many scans.
func linkerID(file io.ReaderAt) string {
	program, err := elf.NewFile(file)
	if err != nil {
		return ""
	}
	section := program.Section(".note.go.buildid")
	if section == nil {
		return ""
	}
	note, err := section.Data()
	const head = 16 // lengths, kind, and "Go"
	if err != nil || len(note) <= head {
		return ""
	}
	id := strings.TrimRight(string(note[head:]), "\x00")
	if strings.Count(id, "/") != 3 { // somebody chose another
		return ""
	}
	return id
}
