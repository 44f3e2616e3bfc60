package httpapi

import (
	"cmp"
	"fmt"
	"io"
	"unicode/utf8"

	"vigil"
	"vigil/api"
	"vigil/internal/jsontext"
	"vigil/internal/listquery"
	"vigil/internal/store"
	"vigil/internal/visible"
)

// getScanRoutes shows the API description that a scan discovered. It can be long, so it
// goes from the database to the caller without being held here.
func (a *API) getScanRoutes(r *request) (answer, error) {
	q := r.query()
	format := listquery.Choice(q, "format", "json", "yaml")
	if err := q.Done(); err != nil {
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
	text := insideString(w)
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
	parsed := visibly(w)
	if _, err := io.Copy(parsed, from); err != nil {
		return err
	}
	if err := parsed.Close(); err != nil {
		return err
	}
	_, err = io.WriteString(w, "}\n")
	return err
}

// runeWriter hands on what it is given in parts that end with a whole character.
type runeWriter struct {
	write func([]byte) error
	half  []byte // of a character
}

func (w *runeWriter) Write(p []byte) (int, error) {
	text := append(w.half, p...)
	whole := len(text)
	for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
		if c := text[len(text)-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(text[len(text)-i:]) {
				whole -= i
			}
			break
		}
	}
	if err := w.write(text[:whole]); err != nil {
		return 0, err
	}
	w.half = append(w.half[:0], text[whole:]...)
	return len(p), nil
}

// Close hands on what is left.
func (w *runeWriter) Close() error { return w.write(w.half) }

// insideString returns what writes to w as the inside of a JSON string.
func insideString(w io.Writer) *runeWriter {
	var b []byte
	return &runeWriter{write: func(text []byte) (err error) {
		if b, err = api.Encode(b[:0], string(text)); err != nil {
			return err
		}
		_, err = w.Write(b[1 : len(b)-1]) // without the quotes
		return err
	}}
}

// visibly returns what writes JSON to w, with escapes for characters that hide or reorder
// others.
func visibly(w io.Writer) *runeWriter {
	return &runeWriter{write: func(text []byte) error {
		_, err := w.Write(visible.JSON(text))
		return err
	}}
}
