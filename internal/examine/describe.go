package examine

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/routes"
	"vigil/internal/jsontext"
)

// Limits of an API description. What exceeds maxDescription is left out, and the
// description and the coverage say so.
const (
	maxDescription = 8 << 20            // bytes of JSON for the paths
	maxJSON        = maxDescription * 2 // of the whole document; the title adds little
	maxYAML        = maxDescription * 8 // of the same in YAML, where each line is indented
	maxPacked      = 16 << 20           // of either, compressed
	packedPart     = 512 << 10          // of that per line
)

// line is one line of the sandboxed process's output: a message of the engine, or a part of
// the API description.
type line struct {
	engine.Message
	Description *descriptionPart `json:"description,omitempty"`
	Entry       *cacheEntry      `json:"entry,omitempty"` // to be stored
	Used        []byte           `json:"used,omitempty"`  // see scancache.Cache.Used
	Excerpt     *engine.Excerpt  `json:"excerpt,omitempty"`
}

// descriptionPart is a gzip-compressed chunk of the API description.
type descriptionPart struct {
	Own    string `json:"own"`    // the format of the tree's own API description
	Format string `json:"format"` // of this text
	Packed []byte `json:"packed"`
}

// describing turns the routes that the engine reports into an API description, in the
// sandboxed process: its time and memory depend on hostile input.
type describing struct {
	title    string
	encode   func(line) error
	routes   []engine.Route
	omitted  int
	finished bool
}

// handle passes a message on, preceded by the description once that is complete: the engine
// reports routes before the coverage.
func (d *describing) handle(m engine.Message) error {
	if m.Route != nil {
		d.routes = append(d.routes, *m.Route)
		return nil
	}
	if m.Coverage == nil {
		return d.encode(line{Message: m})
	}
	if !d.finished && len(d.routes) > 0 {
		if err := d.describe(); err != nil {
			return fmt.Errorf("describe routes: %w", err)
		}
	}
	d.finished = true
	c := *m.Coverage
	if c.Detector == routes.Name && d.omitted > 0 {
		reason := fmt.Sprintf("the API description is limited to %d MiB and omits %d of %d routes", maxDescription>>20, d.omitted, len(d.routes))
		c.Skipped = append(c.Skipped[:len(c.Skipped):len(c.Skipped)], engine.Skip{Rule: routes.Name, Reason: reason, Kind: engine.Incomplete})
	}
	return d.encode(line{Message: engine.Message{Coverage: &c}})
}

// describe writes the description in both formats.
func (d *describing) describe() (err error) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if d.omitted, err = routes.WriteOpenAPI(z, d.title, d.routes, maxDescription); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := d.send("json", packed.Bytes()); err != nil {
		return err
	}
	text, err := gzip.NewReader(&packed)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	z.Reset(&out)
	if err := errors.Join(jsontext.YAML(z, text), z.Close()); err != nil {
		return err
	}
	return d.send("yaml", out.Bytes())
}

func (d *describing) send(format string, packed []byte) error {
	own := routes.Format(d.routes)
	for len(packed) > 0 {
		n := min(len(packed), packedPart)
		if err := d.encode(line{Description: &descriptionPart{Own: own, Format: format, Packed: packed[:n]}}); err != nil {
			return err
		}
		packed = packed[n:]
	}
	return nil
}

// addDescription adds a chunk of the description from the sandboxed process.
func addDescription(to *vigil.ScanRoutes, p descriptionPart) error {
	text := map[string]*[]byte{"json": &to.JSON, "yaml": &to.YAML}[p.Format]
	if text == nil || p.Own != "json" && p.Own != "yaml" || len(*text)+len(p.Packed) > maxPacked {
		return fmt.Errorf("read engine output: %d more bytes are not an API description in %q", len(p.Packed), p.Format)
	}
	to.Format = p.Own
	*text = append(*text, p.Packed...)
	return nil
}

// checkDescription validates the documents. The process that wrote them read hostile input,
// and API responses embed them verbatim.
func checkDescription(d vigil.ScanRoutes) error {
	if d.Format == "" {
		return nil
	}
	text, err := gzip.NewReader(bytes.NewReader(d.JSON))
	if err == nil {
		err = jsontext.Check(text, maxJSON)
	}
	if err != nil {
		return fmt.Errorf("read engine output: the API description: %w", err)
	}
	if text, err = gzip.NewReader(bytes.NewReader(d.YAML)); err != nil {
		return fmt.Errorf("read engine output: the API description: %w", err)
	}
	if n, err := io.Copy(io.Discard, io.LimitReader(text, maxYAML+1)); err != nil || n > maxYAML {
		return fmt.Errorf("read engine output: the API description in YAML has %d bytes or more: %w", n, err)
	}
	return nil
}
