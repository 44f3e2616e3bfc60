// Package demo has a small, deliberately vulnerable web shop, for users who want to see a scan
// before they connect a repository. Its README lists every weakness. It is only read, never
// built or run.
package demo

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"vigil/internal/engine"
)

// Name is the name of the sample's repository.
const Name = "vigil/demo-shop"

const (
	root = "testdata/sample"
	// A folder with a go.mod is a module of its own and cannot be embedded, so the file has
	// another name on disk.
	moduleOnDisk, module = "go.mod.txt", "go.mod"
)

//go:embed all:testdata/sample
var embedded embed.FS

// Files returns the sample, with paths relative to its root.
func Files() fs.FS { return files() }

// An in-memory zip archive is a file system with arbitrary names. Everything is embedded, so a
// failure here would show in the first test.
var files = sync.OnceValue(func() fs.FS {
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	must(fs.WalkDir(embedded, root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := embedded.ReadFile(name)
		if err != nil {
			return err
		}
		name = strings.TrimPrefix(name, root+"/")
		if before, found := strings.CutSuffix(name, "/"+moduleOnDisk); found {
			name = before + "/" + module
		}
		head := &zip.FileHeader{Name: name, Method: zip.Store}
		head.SetMode(0o444)
		f, err := w.CreateHeader(head)
		if err != nil {
			return err
		}
		_, err = f.Write(content)
		return err
	}))
	must(w.Close())
	r, err := zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	must(err)
	return r
})

func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("read the bundled sample: %v", err))
	}
}

// WriteSnapshot adds all files of the sample to w, sorted by path. It does not
// close w.
func WriteSnapshot(w *engine.SnapshotWriter) error {
	var names []string
	err := fs.WalkDir(Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("list the sample: %w", err)
	}
	slices.Sort(names)
	for _, name := range names {
		content, err := fs.ReadFile(Files(), name)
		if err != nil {
			return fmt.Errorf("read the sample: %w", err)
		}
		if err := w.Add(name, int64(len(content)), bytes.NewReader(content)); err != nil {
			return err
		}
	}
	return nil
}

//go:embed advisories/*.json
var advisories embed.FS

// Advisories returns OSV records for packages that the sample uses, so that the demo needs no
// network.
func Advisories() (out []json.RawMessage) {
	must(fs.WalkDir(advisories, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := advisories.ReadFile(name)
		out = append(out, text)
		return err
	}))
	return out
}
