package remote

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/client"
	"vigil/internal/cli/command"
)

// importTime bounds the upload of a document.
const importTime = 15 * time.Minute

func newImport() *cobra.Command {
	var at clientFlags
	var in client.NewImport
	var wait bool
	c := &cobra.Command{
		Use:   "import FILE --repository NAME",
		Short: "Import SARIF results of another tool and print the scan ID",
		Long: "Import the results of another tool, as SARIF 2.1.0 of at most 64 MiB, and print the ID of the scan that records them. Use - as FILE for standard input.\n\n" +
			"With --wait, wait until the scan finishes: exit 1 if it fails the repository's gate (\"vigil repos set\"), 3 if the scan itself failed or the verdict is unknown.",
		Example: "  semgrep --sarif | vigil import - --repository acme/api --branch main --wait",
		Args:    command.ExactArgs("FILE"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []cobra.Completion{"sarif", "json"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: at.run(func(r *session, args []string) error {
			if in.Repository == "" {
				return command.Usagef("--repository is required: the repository that the results belong to")
			}
			if err := command.Choices("--provider", []string{in.Provider}, vigil.Providers); err != nil {
				return err
			}
			open, done, err := openImport(args[0], stdin{r.cmd})
			if err != nil {
				return err
			}
			defer done()
			r.allow(importTime)
			scan, err := r.ImportSARIF(r.ctx(), in, open)
			r.HTTP = nil
			if err != nil {
				return err
			}
			return r.started(scan, wait)
		}),
	}
	flags := c.Flags()
	at.declare(flags)
	at.declareJSON(flags)
	flags.StringVar(&in.Repository, "repository", "", "repository the results belong to, by full name or ID")
	flags.StringVar(&in.Provider, "provider", "", command.Words(vigil.Providers)+" (default: where the name is tracked, else github)")
	flags.StringVar(&in.Branch, "branch", "", "branch that was analyzed (default: the default branch)")
	flags.StringVar(&in.Commit, "commit", "", "SHA of the commit that was analyzed")
	flags.StringVar(&in.Name, "name", "", "name of the scan (default \"Import\")")
	flags.BoolVar(&in.Partial, "partial", false, "the tool analyzed only part of the repository: do not mark missing findings as fixed")
	waitFlag(c, &wait)
	command.CompleteFlag(c, "provider", vigil.Providers)
	command.RegisterCompletion(c, "repository", at.completion(every(repositoryWords)))
	return c
}

// openImport returns a function that reads the document from the start for each attempt to send
// it. A file is not held in memory; standard input is, since it can be read only once.
func openImport(name string, from io.Reader) (open func() io.Reader, done func(), err error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, command.Usagef("%w", err)
		}
		info, err := f.Stat()
		if err == nil && info.Mode().IsRegular() {
			if info.Size() > vigil.MaxImport {
				f.Close()
				return nil, nil, tooLarge(name)
			}
			return func() io.Reader { return io.NewSectionReader(f, 0, info.Size()) }, func() { f.Close() }, nil
		}
		defer f.Close()
		if err == nil && info.IsDir() {
			return nil, nil, command.Usagef("%s is a folder: name a file", name)
		}
		from = f // a pipe can be read only once, too
	}
	text, err := io.ReadAll(io.LimitReader(from, vigil.MaxImport+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(text) > vigil.MaxImport {
		return nil, nil, tooLarge(name)
	}
	return func() io.Reader { return bytes.NewReader(text) }, func() {}, nil
}

func tooLarge(name string) error {
	return command.Usagef("%s is larger than %d MiB, the maximum that a server accepts", name, vigil.MaxImport>>20)
}
