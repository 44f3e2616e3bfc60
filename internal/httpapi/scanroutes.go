package httpapi

import (
	"cmp"
	"fmt"
	"io"
	"unicode/utf8"

	"vigil"
	"vigil/api"
	"vigil/internal/jsontext"
	"vigil/internal/store"
)

// getScanRoutes shows the API description that a scan discovered. It can be long, so it
// goes from the database to the caller without being held here.
func (a *API) getScanRoutes(r *request) (answer, error) {
	q := r.query()
	format := choice(q, "format", "json", "yaml")
	if err := q.done(); err != nil {
		return answer{}, err
	}
	id, err := r.pathID("scan")
	if err != nil {
		return answer{}, err
	}
	stored, err := a.store.GetScanRoutes(r.Context(), r.team(), id)
	if err != nil || stored.Format == "" {
		return ok(api.ScanRoutes{Object: "scan_endpoints", ScanID: string(id)}), err
	}
	return answer{file: &file{mediaType: "application/json", log: a.log, write: func(w io.Writer) error {
		return a.writeScanRoutes(w, r, id, stored, cmp.Or(format, stored.Format))
	}}}, nil
}

// writeScanRoutes writes an api.ScanRoutes bit by bit.
func (a *API) writeScanRoutes(w io.Writer, r *request, id vigil.ID, stored store.ScanRoutes, format string) error {
	if _, err := fmt.Fprintf(w, `{"object":"scan_endpoints","scan_id":"%s","format":"%s","endpoints":"`, id, format); err != nil {
		return err
	}
	text := &stringWriter{w: w}
	convert := format == "yaml" && stored.JSONOnly
	if convert {
		format = "json"
	}
	from, err := a.store.OpenScanRoutes(r.caller, r.team(), id, stored, format)
	if err != nil {
		return err
	}
	if convert {
		err = jsontext.YAML(text, from)
	} else {
		_, err = io.Copy(text, from)
	}
	if err != nil {
		return err
	}
	if err := text.Close(); err != nil {
		return err
	}
	if _, err := io.WriteString(w, `","parsed":`); err != nil {
		return err
	}
	if from, err = a.store.OpenScanRoutes(r.caller, r.team(), id, stored, "json"); err != nil {
		return err
	}
	if _, err := io.Copy(w, from); err != nil {
		return err
	}
	_, err = io.WriteString(w, "}\n")
	return err
}

// stringWriter writes what it is given as the inside of a JSON string.
type stringWriter struct {
	w    io.Writer
	half []byte // of a character
	b    []byte
}

func (s *stringWriter) Write(p []byte) (int, error) {
	text := append(s.half, p...)
	whole := len(text)
	for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
		if c := text[len(text)-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(text[len(text)-i:]) {
				whole -= i
			}
			break
		}
	}
	if err := s.write(text[:whole]); err != nil {
		return 0, err
	}
	s.half = append(s.half[:0], text[whole:]...)
	return len(p), nil
}

// Close writes what is left.
func (s *stringWriter) Close() error { return s.write(s.half) }

func (s *stringWriter) write(text []byte) (err error) {
	if s.b, err = api.Encode(s.b[:0], string(text)); err != nil {
		return err
	}
	_, err = s.w.Write(s.b[1 : len(s.b)-1]) // without the quotes
	return err
}
