package cli

import (
	"io"

	"github.com/spf13/cobra"

	"vigil/internal/examine"
	"vigil/internal/sandbox"
)

func newWiki() *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "wiki PATH",
		Short: "Write about the code in a folder or a file for those who are new to it, without a server",
		Long: "Write about the code in a folder or a file, as markdown, for those who are new to it, without a server. Nothing in it is run, and nothing leaves this machine.\n\n" +
			"What it is, how it is laid out, where it begins, what it uses, which routes it has, what configures it, and what a scan finds in it. Each line links to the place that says so, relative to PATH.",
		Args: exactArgs("PATH"),
		RunE: func(c *cobra.Command, args []string) error {
			trust := newScanTrust(args[0], c.ErrOrStderr())
			examiner := &examine.Examiner{Sandbox: sandbox.New(sandbox.Config{BestEffort: true}), SecretsKey: localKey(trust), BuiltIn: true, GrammarCache: trust.cache()}
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
	c.Flags().StringVar(&output, "output", "", "file to write to; empty: standard output")
	return c
}
