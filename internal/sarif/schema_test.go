package sarif_test

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
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // has the schema, but does not hand it out
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// official is the schema of the standard. It is read from the source of a module that
// carries it, for its own check drops what it does not know.
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

func check(document []byte) error {
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

// validate holds a document to the schema of the standard.
func validate(t *testing.T, document []byte) {
	t.Helper()
	if err := check(document); err != nil {
		t.Errorf("%v\n%s", err, document)
	}
}

// TestSchemaCanFail makes sure that validate checks something.
func TestSchemaCanFail(t *testing.T) {
	for _, wrong := range []string{
		`{}`, `{"version":"2.1.0","runs":[{"results":[]}]}`, `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T","unknown":1}}}]}`,
		one(`"level":"high"`), one(`"partialFingerprints":{"a":1}`),
	} {
		if check([]byte(wrong)) == nil {
			t.Errorf("accepted: %s", wrong)
		}
	}
	validate(t, []byte(one(`"level":"error"`)))
}
