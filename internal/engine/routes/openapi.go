package routes

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// Valid reports whether this package could have produced a route. The route may come from a
// process that parsed hostile input.
func Valid(r engine.Route) bool {
	if !facts.IsMethod(r.Method) || !strings.HasPrefix(r.Path, "/") || r.Path != facts.Clean(r.Path) || r.File == "" || r.Line < 1 || len(r.Params) > facts.MaxParams {
		return false
	}
	for _, s := range []string{r.File, r.Documented, r.Handler, r.Guard, r.Candidate, r.Framework} {
		if len(s) > 4096 {
			return false
		}
	}
	if b := r.Body; b != nil && (b.File == "" || len(b.File) > 4096 || b.First < 1 || b.Last < b.First) {
		return false
	}
	return !slices.ContainsFunc(r.Params, func(p engine.RouteParam) bool { return p.Name == "" || len(p.Name) > 100 || places[p.In] == 0 })
}

// places are the locations of parameters, in the order in which OpenAPI lists them.
var places = map[string]int{"path": 1, "query": 2, "header": 3, "cookie": 4, "body": 5}

// Format returns the format of the tree's own API description, json by default.
func Format(list []engine.Route) string {
	for _, r := range list {
		file := r.Documented
		if r.NotInCode {
			file = r.File
		}
		switch strings.ToLower(path.Ext(file)) {
		case ".yaml", ".yml":
			return "yaml"
		}
	}
	return "json"
}

// pathItem is the operations of a path by method.
type pathItem struct {
	path       string
	operations object[*operation]
	routes     int // how many it describes
}

type operation struct {
	Parameters  []parameter         `json:"parameters,omitempty"`
	RequestBody *body               `json:"requestBody,omitempty"`
	Responses   map[string]response `json:"responses"`
	Source      origin              `json:"x-source"`
	Framework   string              `json:"x-framework,omitempty"`
	Handler     string              `json:"x-handler,omitempty"`
	Guard       *string             `json:"x-guard"` // null: none is proven
	Candidate   string              `json:"x-guard-candidate,omitempty"`
	// Limited: the list of parameters may be incomplete.
	Limited bool `json:"x-parameters-limited,omitempty"`

	Undocumented bool `json:"x-undocumented,omitempty"`
	NotInCode    bool `json:"x-not-in-code,omitempty"`
	// Also are further routes that match the same requests.
	Also []also `json:"x-also,omitempty"`
}

type origin struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

type also struct {
	Path      string  `json:"path"`
	Source    origin  `json:"x-source"`
	Guard     *string `json:"x-guard"`
	Candidate string  `json:"x-guard-candidate,omitempty"`
}

type parameter struct {
	Name     string      `json:"name"`
	In       string      `json:"in"`
	Required bool        `json:"required,omitempty"`
	Schema   paramSchema `json:"schema"`
}

type body struct {
	Content map[string]media `json:"content"`
}

type media struct {
	Schema paramSchema `json:"schema"`
}

type paramSchema struct {
	Type       string              `json:"type,omitempty"`
	Properties object[paramSchema] `json:"properties,omitempty"`
}

type response struct {
	Description string `json:"description"`
}

// object is a JSON object whose keys keep their order.
type object[T any] []entry[T]

type entry[T any] struct {
	key   string
	value T
}

func (o object[T]) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(e.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(e.value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// WriteOpenAPI writes routes as an OpenAPI 3.1 document in JSON. Paths that differ only in
// parameter names are the same path to OpenAPI and take the names of the first. If the
// paths exceed the byte limit, the first ones are written; the result is the number of
// routes omitted, which the document states at its end.
func WriteOpenAPI(w io.Writer, title string, list []engine.Route, most int) (omitted int, err error) {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `{"openapi":"3.1.0","info":{"title":%s,"version":"unknown"},"paths":{`, marshal(title))
	separator := ""
	for _, item := range byPath(list) {
		text := fmt.Appendf(nil, "%s%s:%s", separator, marshal(item.path), marshal(item.operations))
		if most -= len(text); most < 0 || omitted > 0 {
			omitted += item.routes
			continue
		}
		b.Write(text)
		separator = ","
	}
	b.WriteByte('}')
	if omitted > 0 {
		fmt.Fprintf(b, `,"x-omitted":{"routes":%d,"reason":"The description would be too long."}`, omitted)
	}
	b.WriteByte('}')
	return omitted, b.Flush()
}

// byPath groups routes by path, in the order in which the paths first occur.
func byPath(list []engine.Route) (out []*pathItem) {
	items := map[string]*pathItem{}
	for _, r := range list {
		key := facts.PathParam.ReplaceAllString(r.Path, "{}")
		item := items[key]
		if item == nil {
			item = &pathItem{path: r.Path}
			items[key] = item
			out = append(out, item)
		}
		item.routes++
		method := strings.ToLower(r.Method)
		if r.Method == "QUERY" || r.Method == http.MethodConnect { // OpenAPI 3.1 has no place for them
			method = "x-" + method
		}
		op := newOperation(item.path, r)
		if i := slices.IndexFunc(item.operations, func(e entry[*operation]) bool { return e.key == method }); i >= 0 {
			first := item.operations[i].value
			first.Also = append(first.Also, also{r.Path, op.Source, op.Guard, op.Candidate})
			continue
		}
		item.operations = append(item.operations, entry[*operation]{method, op})
	}
	return out
}

func marshal(v any) []byte {
	out, err := json.Marshal(v)
	if err != nil { // cannot be: it is texts and numbers
		panic(err)
	}
	return out
}

// newOperation describes a route. Its path may use other parameter names than the path
// item.
func newOperation(path string, r engine.Route) *operation {
	op := &operation{
		Responses: map[string]response{"default": {"Not known from the source."}}, Source: origin{r.File, r.Line},
		Framework: r.Framework, Handler: r.Handler, Candidate: r.Candidate, Limited: len(r.Params) >= facts.MaxParams, Undocumented: r.Undocumented, NotInCode: r.NotInCode,
	}
	if r.Guard != "" {
		op.Guard = &r.Guard
	}
	for _, p := range facts.TidyParams(path, nil) {
		op.Parameters = append(op.Parameters, parameter{p.Name, "path", true, paramSchema{Type: "string"}})
	}
	var fields object[paramSchema]
	for _, p := range r.Params {
		switch p.In {
		case "path":
		case "body":
			fields = append(fields, entry[paramSchema]{p.Name, paramSchema{}})
		default:
			op.Parameters = append(op.Parameters, parameter{Name: p.Name, In: p.In, Schema: paramSchema{Type: "string"}})
		}
	}
	if len(fields) > 0 && r.Method != http.MethodGet && r.Method != http.MethodHead {
		op.RequestBody = &body{map[string]media{"*/*": {paramSchema{Type: "object", Properties: fields}}}}
	}
	return op
}
