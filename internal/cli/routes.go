package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"vigil/internal/engine"
	"vigil/internal/engine/routes"
	"vigil/internal/examine"
	"vigil/internal/sandbox"
	"vigil/internal/visible"
)

// routeFormats are the ways to print routes.
var routeFormats = map[string]func(io.Writer, []engine.Route) error{"table": writeRouteTable, "json": writeRouteJSON, "openapi": writeRouteDocument}

func newRoutes() *cobra.Command {
	var format, output string
	c := &cobra.Command{
		Use:   "routes PATH",
		Short: "List the API routes in a folder or file (no server needed)",
		Long: "List the API routes that the code in a folder or file declares (no server needed). The code is not executed, and nothing leaves this machine.\n\n" +
			"For each route: method, path, location, and the authentication guard, if one was detected.",
		Args: exactArgs("PATH"),
		RunE: func(c *cobra.Command, args []string) error {
			write, ok := routeFormats[format]
			if !ok {
				return usagef("--format must be table, json or openapi, not %q", format)
			}
			trust := newScanTrust(args[0], c.ErrOrStderr())
			examiner := &examine.Examiner{Sandbox: sandbox.New(sandbox.Config{BestEffort: true}), Only: []string{"routes"}, GrammarCache: trust.cache()}
			ex, err := localScan(c, examiner, args[0])
			if err != nil {
				return err
			}
			defer ex.Findings.Close()
			return toOutput(output, c.OutOrStdout(), func(w io.Writer) error { return write(w, ex.Routes) })
		},
	}
	flags := c.Flags()
	flags.StringVar(&format, "format", "table", "table, json, or openapi")
	flags.StringVar(&output, "output", "", "output file (default standard output)")
	return c
}

func writeRouteTable(w io.Writer, list []engine.Route) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "METHOD\tPATH\tPLACE\tGUARD\tFRAMEWORK")
	for _, r := range list {
		guard := r.Guard
		if guard == "" {
			guard = "-"
		}
		fmt.Fprintf(t, "%s\t%s\t%s:%d\t%s\t%s\n", r.Method, plain(r.Path), plain(r.File), r.Line, plain(guard), plain(r.Framework))
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
	e := json.NewEncoder(visible.JSONWriter{W: w})
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(list)
}
