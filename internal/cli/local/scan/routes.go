package scan

import (
	"io"

	"github.com/spf13/cobra"

	"vigil/internal/cli/command"
	"vigil/internal/cli/local/report"
	"vigil/internal/cli/local/target"
)

// NewRoutes returns the command that lists API routes.
func NewRoutes() *cobra.Command {
	var format, output string
	c := &cobra.Command{
		Use:   "routes PATH",
		Short: "List the API routes in a folder or file (no server needed)",
		Long: "List the API routes that the code in a folder or file declares (no server needed). The code is not executed, and nothing leaves this machine.\n\n" +
			"For each route: method, path, location, and the guard that is proven to refuse callers, or a candidate that is not.",
		Args: command.ExactArgs("PATH"),
		RunE: func(c *cobra.Command, args []string) error {
			write, ok := report.RouteFormats[format]
			if !ok {
				return command.Usagef("--format must be table, json, or openapi, not %q", format)
			}
			trust := target.NewTrust(args[0], c.ErrOrStderr())
			examiner := trust.Examiner()
			examiner.Only = []string{"routes"}
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
