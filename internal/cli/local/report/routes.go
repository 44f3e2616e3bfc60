package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"vigil/internal/cli/command"
	"vigil/internal/engine"
	"vigil/internal/engine/routes"
	"vigil/internal/visible"
)

// RouteFormats are the formats of a list of routes, by name.
var RouteFormats = map[string]func(io.Writer, []engine.Route) error{"table": writeRouteTable, "json": writeRouteJSON, "openapi": writeRouteDocument}

func writeRouteTable(w io.Writer, list []engine.Route) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "METHOD\tPATH\tLOCATION\tGUARD\tFRAMEWORK")
	for _, r := range list {
		guard := r.Guard
		switch {
		case guard == "" && r.Candidate != "":
			guard = r.Candidate + " (candidate)"
		case guard == "":
			guard = "-"
		}
		fmt.Fprintf(t, "%s\t%s\t%s:%d\t%s\t%s\n", r.Method, command.Plain(r.Path), command.Plain(r.File), r.Line, command.Plain(guard), command.Plain(r.Framework))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d routes\n", len(list))
	return err
}

func writeRouteDocument(w io.Writer, list []engine.Route) error {
	var text, b bytes.Buffer
	if _, err := routes.WriteOpenAPI(&text, "API", list, math.MaxInt); err != nil {
		return err
	}
	if err := json.Indent(&b, text.Bytes(), "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := w.Write(visible.JSON(b.Bytes()))
	return err
}

func writeRouteJSON(w io.Writer, list []engine.Route) error {
	if list == nil {
		list = []engine.Route{}
	}
	return command.PrintJSON(w, list)
}
