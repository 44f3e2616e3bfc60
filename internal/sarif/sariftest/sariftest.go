// Package sariftest validates documents against the SARIF schema, in tests.
package sariftest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // contains the schema, but does not export it
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// official is the schema of the standard, read from the source of a module that contains it:
// the validation of the module itself ignores unknown properties.
var official = sync.OnceValues(func() (*jsonschema.Schema, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "pkg/report/v210/sarif/schema.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	text, err := strconv.Unquote(file.Scope.Lookup("schema").Decl.(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value)
	if err != nil {
		return nil, err
	}
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", schema); err != nil {
		return nil, err
	}
	return c.Compile("sarif.json")
})

// Check validates a document against the schema.
func Check(document []byte) error {
	schema, err := official()
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}
