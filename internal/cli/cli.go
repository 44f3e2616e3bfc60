// Package cli is the command line of Vigil: the root of the command tree, its help, its manual
// pages, and the closing line with the exit code. The commands are in the packages below it:
// local works on files without a server, operator on the database of a server, remote through
// the API. Start with Main.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/cli/local"
	"vigil/internal/cli/operator"
	"vigil/internal/cli/remote"
	"vigil/internal/examine/child"
	"vigil/internal/sandbox"
)

// Main runs the command that args name and returns the exit code.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == sandbox.ChildArg { // the sandboxed child process, not a command
		return child.Main(ctx)
	}
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	c, err := root.ExecuteContextC(ctx)
	if err == nil {
		return command.ExitOK
	}
	line := closingLine(c.CommandPath(), err)
	code := command.ExitFailure
	if _, wrong := errors.AsType[command.UsageError](err); errors.Is(err, command.ErrGate) {
		code = command.ExitGate
	} else if wrong || vigil.KindOf(err) == vigil.Invalid || isCobraUsage(err) {
		code = command.ExitUsage
		line += fmt.Sprintf(" (see %q)", c.CommandPath()+" --help")
	}
	fmt.Fprintln(stderr, line)
	return code
}

// closingLine returns the last line on standard error. For a local scan it says whether the
// gate failed or the scan, and the details of an error come on lines before it.
func closingLine(path string, err error) string {
	text := strings.Join(command.PlainLines(err.Error()), "\n")
	if path != "vigil scan" {
		return "vigil: " + text
	}
	if e, ok := errors.AsType[*vigil.Error](err); ok && e.Err != nil {
		return strings.Join(command.PlainLines(e.Err.Error()), "\n") + "\nerror: " + command.Plain(e.Message)
	}
	if errors.Is(err, command.ErrGate) {
		return "failed: " + text
	}
	return "error: " + text
}

// isCobraUsage recognizes the one usage error that cobra reports without a hook.
func isCobraUsage(err error) bool { return strings.HasPrefix(err.Error(), "unknown command") }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "vigil",
		Short:         "Find vulnerabilities in source repositories and track them",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          knownCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(local.Commands()...)
	root.AddCommand(operator.Commands()...)
	root.AddCommand(remote.Commands()...)
	root.AddCommand(newMan(), newVersion())
	root.InitDefaultCompletionCmd() // now, so that it is treated like the others below
	for _, c := range root.Commands() {
		requireSubcommand(c)
	}
	return root
}

// requireSubcommand makes commands that only group others reject an unknown name instead of
// showing help.
func requireSubcommand(c *cobra.Command) {
	if !c.HasSubCommands() {
		return
	}
	c.Args = knownCommand
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.FParseErrWhitelist.UnknownFlags = true // they belong to the mistyped command
}
