package command

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"vigil/internal/visible"
)

// WriteValue writes indented JSON without a final newline. Characters that could control the
// terminal are escaped.
func WriteValue(w io.Writer, value any, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(indent, "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := io.WriteString(w, indent+Escape(strings.TrimSuffix(b.String(), "\n"), "\n"))
	return err
}

// PrintJSON writes a value as indented JSON with a final newline. It escapes only characters
// that hide or reorder text.
func PrintJSON(w io.Writer, value any) error {
	e := json.NewEncoder(visible.JSONWriter{W: w})
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(value)
}
