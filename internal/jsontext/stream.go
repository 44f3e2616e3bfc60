package jsontext

import (
	"bytes"
	"encoding/json"
	"io"
	"unicode/utf8"

	"vigil/internal/visible"
)

// runeWriter passes on what it is given in parts that end with a whole character.
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

// Close passes on what is left.
func (w *runeWriter) Close() error { return w.write(w.half) }

// NewStringWriter returns a writer whose input becomes the inside of a JSON string in w. Characters
// that hide or reorder others are escaped, as in all JSON that people read. Close must be called.
func NewStringWriter(w io.Writer) io.WriteCloser {
	var b bytes.Buffer
	e := json.NewEncoder(visible.JSONWriter{W: &b})
	e.SetEscapeHTML(false)
	return &runeWriter{write: func(text []byte) error {
		b.Reset()
		if err := e.Encode(string(text)); err != nil {
			return err
		}
		_, err := w.Write(b.Bytes()[1 : b.Len()-2]) // without the quotes and the new line
		return err
	}}
}

// NewVisibleWriter returns a writer that passes JSON on to w, with escapes for characters that hide
// or reorder others. Close must be called.
func NewVisibleWriter(w io.Writer) io.WriteCloser {
	return &runeWriter{write: func(text []byte) error {
		_, err := w.Write(visible.JSON(text))
		return err
	}}
}
