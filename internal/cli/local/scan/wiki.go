package scan

import (
	"io"

	"github.com/spf13/cobra"

	"vigil/internal/cli/command"
	"vigil/internal/cli/local/target"
)

// NewWiki returns the command that generates a wiki.
func NewWiki() *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "wiki PATH",
		Short: "Generate a wiki that explains a code base (no server needed)",
		Long: "Generate a wiki, as Markdown, that explains the code in a folder or file to newcomers (no server needed). The code is not executed, and nothing leaves this machine.\n\n" +
			"It covers purpose, layout, entry points, dependencies, routes, configuration, and security findings. Each statement links to its source, relative to PATH.",
		Args: command.ExactArgs("PATH"),
		RunE: func(c *cobra.Command, args []string) error {
			trust := target.NewTrust(args[0], c.ErrOrStderr())
			examiner := trust.Examiner()
			examiner.SecretsKey, examiner.Rules.BuiltIn = trust.SecretsKey(), true
			ex, err := localScan(c, examiner, args[0])
			if err != nil {
				return err
			}
			defer ex.Findings.Close()
			return toOutput(output, c.OutOrStdout(), func(w io.Writer) error {
				_, err := io.WriteString(w, ex.Wiki)
				return err
			})
		},
	}
	c.Flags().StringVar(&output, "output", "", "output file (default standard output)")
	return c
}
