package web

import (
	"archive/zip"
	"io"
	"net/http"
	"os"
	"path/filepath"
)

func (s *Server) receipt(w http.ResponseWriter, r *http.Request) {
	name := filepath.Join(s.files, r.URL.Query().Get("name"))
	data, err := os.ReadFile(name) // finds: go-path-traversal
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/pdf")
	_, _ = w.Write(data)
}

func (s *Server) receiptChecked(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if !filepath.IsLocal(name) {
		http.NotFound(w, r)
		return
	}
	data, err := os.ReadFile(filepath.Join(s.files, name)) // safe: go-path-traversal
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/pdf")
	_, _ = w.Write(data)
}

func (s *Server) unpack(w http.ResponseWriter, r *http.Request) {
	archive, err := zip.OpenReader(filepath.Join(s.files, filepath.Base(r.FormValue("archive"))))
	if err != nil {
		http.Error(w, "archive", http.StatusBadRequest)
		return
	}
	defer archive.Close()
	for _, f := range archive.File {
		if err := extract(f, s.files); err != nil {
			http.Error(w, "archive", http.StatusBadRequest)
			return
		}
	}
}

func extract(f *zip.File, folder string) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(filepath.Join(folder, filepath.Base(f.Name))) // safe: go-zip-slip
	if err != nil {
		return err
	}
	defer out.Close()
	_, err = io.Copy(out, io.LimitReader(in, 1<<20))
	return err
}

// Restore unpacks what the depot keeps.
func Restore(archive *zip.Reader, folder string) error {
	for _, f := range archive.File {
		target := filepath.Join(folder, f.Name)
		out, err := os.OpenFile(target, os.O_CREATE|os.O_WRONLY, 0o600) // finds: go-zip-slip
		if err != nil {
			return err
		}
		if err := out.Close(); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(folder, "restored"), nil, 0o666) // finds: go-file-permissions
}

// Note writes a note beside the receipts.
func Note(folder, text string) error {
	return os.WriteFile(filepath.Join(folder, "note"), []byte(text), 0o600) // safe: go-file-permissions
}
