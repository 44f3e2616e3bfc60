package protocol

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/routes"
)

// describeHere does in this process what the child and its parent do with routes. It
// returns the coverage as well.
func describeHere(title string, list []engine.Route) (d vigil.ScanRoutes, c engine.Coverage, err error) {
	child := NewDescriber(title, func(l Line) error {
		text, err := json.Marshal(l)
		if err != nil {
			return err
		}
		var heard Line
		if err := json.Unmarshal(text, &heard); err != nil {
			return err
		}
		if heard.Coverage != nil {
			c = *heard.Coverage
			return nil
		}
		return AddDescription(&d, *heard.Description)
	})
	for i := range list {
		if err := child.Handle(engine.Message{Route: &list[i]}); err != nil {
			return d, c, err
		}
	}
	if err := child.Handle(engine.Message{Coverage: &engine.Coverage{Detector: routes.Name}}); err != nil {
		return d, c, err
	}
	return d, c, CheckDescription(d)
}

// described is an API description in both formats.
func described(t *testing.T, format, asJSON, asYAML string) vigil.ScanRoutes {
	t.Helper()
	return vigil.ScanRoutes{Format: format, JSON: zipped(t, asJSON), YAML: zipped(t, asYAML)}
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, text)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func unpacked(t *testing.T, packed []byte) string {
	t.Helper()
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// TestDescription checks both formats, and that the format of the tree's own API description is reported.
func TestDescription(t *testing.T) {
	d, _, err := describeHere("acme/api", []engine.Route{{Method: "GET", Path: "/users", File: "a.go", Line: 3, Documented: "api/openapi.yml"}})
	if err != nil || d.Format != "yaml" {
		t.Errorf("%q, %v", d.Format, err)
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{unpacked(t, d.JSON), []string{`"paths":{"/users":{"get":{`, `"title":"acme/api"`}},
		{unpacked(t, d.YAML), []string{"    title: acme/api\n", "paths:\n    /users:\n        get:\n"}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.text, want) {
				t.Errorf("%s lacks %s", c.text, want)
			}
		}
	}
}

// TestDescriptionIsBounded: of an API that is too large the first routes are described, the
// same in both formats, and the rest is counted in both and in the coverage.
func TestDescriptionIsBounded(t *testing.T) {
	list := make([]engine.Route, 2000)
	for i := range list {
		list[i] = engine.Route{Method: "GET", Path: fmt.Sprintf("/r%05d", i), File: "a.go", Line: 1, Handler: strings.Repeat("h", 4096), Guard: strings.Repeat("g", 4000)}
	}
	d, c, err := describeHere("acme/api", list)
	if err != nil {
		t.Fatal(err)
	}
	asJSON, asYAML := unpacked(t, d.JSON), unpacked(t, d.YAML)
	kept := strings.Count(asJSON, `"x-handler"`)
	if len(asJSON) > maxDescription+1000 || len(asJSON) < maxDescription*9/10 || kept == 0 || kept != strings.Count(asYAML, "x-handler:") {
		t.Errorf("%d bytes of JSON, %d of YAML, %d routes", len(asJSON), len(asYAML), kept)
	}
	omitted := len(list) - kept
	var document struct {
		Omitted struct{ Routes int } `json:"x-omitted"`
	}
	if err := json.Unmarshal([]byte(asJSON), &document); err != nil || document.Omitted.Routes != omitted {
		t.Errorf("%d routes are said to be left out, not %d: %v", document.Omitted.Routes, omitted, err)
	}
	if want := fmt.Sprintf("x-omitted:\n    routes: %d\n", omitted); !strings.Contains(asYAML, want) {
		t.Errorf("the YAML ends with %s", asYAML[len(asYAML)-100:])
	}
	want := fmt.Sprintf("the API description is limited to 8 MiB and omits %d of 2000 routes", omitted)
	if len(c.Skipped) != 1 || c.Skipped[0].Reason != want {
		t.Errorf("%+v", c.Skipped)
	}
}

// TestDescriptionIsNotBelieved: an invalid description is rejected.
func TestDescriptionIsNotBelieved(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	good := described(t, "json", `{"a":1}`, "a: 1\n")
	if err := CheckDescription(good); err != nil {
		t.Error(err)
	}
	bomb := zipped(t, strings.Repeat(" ", maxYAML+1))
	for what, d := range map[string]vigil.ScanRoutes{
		"no JSON":          described(t, "json", `{"a":1},"b":`, ""),
		"no object":        described(t, "json", `[]`, ""),
		"not compressed":   {Format: "json", JSON: []byte("{}"), YAML: good.YAML},
		"half of it":       {Format: "json", JSON: good.JSON[:len(good.JSON)-3], YAML: good.YAML},
		"no YAML":          {Format: "json", JSON: good.JSON},
		"a bomb":           {Format: "json", JSON: bomb, YAML: good.YAML},
		"a bomb in YAML":   {Format: "json", JSON: good.JSON, YAML: bomb},
		"something behind": {Format: "json", JSON: append(bytes.Clone(good.JSON), zipped(t, "x")...), YAML: good.YAML},
	} {
		if CheckDescription(d) == nil {
			t.Errorf("%s is taken", what)
		}
	}
	for _, p := range []DescriptionPart{{Own: "json", Format: "toml"}, {Own: "toml", Format: "json"}, {Own: "json", Format: "json", Packed: make([]byte, maxPacked+1)}} {
		if AddDescription(new(vigil.ScanRoutes), p) == nil {
			t.Errorf("a part in %s of %s is taken", p.Format, p.Own)
		}
	}
}
