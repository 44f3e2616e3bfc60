package httpapi

import (
	"bufio"
	"io"
	"log/slog"
	"net/http"
	"time"
)

// file is an answer that is written as it is read, and may be long.
type file struct {
	mediaType, name string // the name may be empty: it is not to be saved
	write           func(w io.Writer) error
	log             *slog.Logger
}

// fileStep is how long a client may take for some ten kilobytes.
const fileStep = 30 * time.Second

// send writes the file. What goes wrong in the middle of it cannot be answered any
// more: the connection is cut, so that nobody takes the part for the whole.
func (f *file) send(w http.ResponseWriter) {
	w.Header().Set("Content-Type", f.mediaType)
	if f.name != "" {
		w.Header().Set("Content-Disposition", `attachment; filename="`+f.name+`"`)
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Vary", "Accept")
	w.WriteHeader(http.StatusOK)
	b := bufio.NewWriterSize(&patient{w, http.NewResponseController(w)}, 32<<10)
	err := f.write(b)
	if err == nil {
		err = b.Flush()
	}
	if err != nil {
		f.log.Warn("an answer was broken off", "media_type", f.mediaType, "file", f.name, "error", err)
		panic(http.ErrAbortHandler)
	}
}

// patient gives each part its own time.
type patient struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (p *patient) Write(b []byte) (int, error) {
	_ = p.control.SetWriteDeadline(time.Now().Add(fileStep))
	return p.ResponseWriter.Write(b)
}
