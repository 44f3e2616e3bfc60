//go:build ignore

package shop

import (
	"archive/tar"
	"archive/zip"
	"errors"
	"os"
	"path/filepath"
)

func unpack(r *zip.ReadCloser, dir string) {
	for _, f := range r.File {
		target := filepath.Join(dir, f.Name)
		// ruleid: go-zip-slip
		os.Create(target)
	}
}

func unpackSafely(r *zip.ReadCloser, dir string) error {
	for _, f := range r.File {
		if !filepath.IsLocal(f.Name) {
			return errors.New("bad name")
		}
		// ok: go-zip-slip
		os.Create(filepath.Join(dir, f.Name))
	}
	return nil
}

func untar(tr *tar.Reader, dir string) {
	for {
		header, err := tr.Next()
		if err != nil {
			return
		}
		// ruleid: go-zip-slip
		os.OpenFile(filepath.Join(dir, header.Name), os.O_CREATE, 0o600)
		// ok: go-zip-slip
		os.OpenFile(filepath.Join(dir, filepath.Base(header.Name)), os.O_CREATE, 0o600)
	}
}

func unpackChecked(r io.Reader, folder string) error {
	tr := tar.NewReader(r)
	header, err := tr.Next()
	if err != nil {
		return err
	}
	target := filepath.Join(folder, header.Name)
	if !Inbound(target, folder) {
		return errBadName
	}
	// ok: go-zip-slip
	return os.MkdirAll(target, 0o755)
}

func unpackOne(f *zip.File, dir string) {
	// ruleid: go-zip-slip
	os.Create(filepath.Join(dir, f.Name))
	// ok: go-zip-slip
	os.Create(filepath.Join(dir, "entry"))
}
