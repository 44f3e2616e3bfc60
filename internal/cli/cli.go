// Package cli is the command line of Vigil. Standard output carries results
// alone; everything meant for a person to notice goes to standard error.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vigil"
	"vigil/internal/examine"
	"vigil/internal/sandbox"
)

// Exit codes.
const (
	exitOK      = 0
	exitGate    = 1 // the command was carried out, and found what --fail-on names or what a doctor would mend
	exitUsage   = 2 // the command was given wrongly
	exitFailure = 3 // the command was right, but could not be carried out
)

// Main runs the command that args name and returns the exit code.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == sandbox.ChildArg { // not for people
		return examine.Child(ctx)
	}
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	c, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitOK
	}
	if c.CommandPath() == "vigil scan" { // be it the flags that are wrong
		err = scanError{err}
	}
	line := closingLine(err)
	code := exitFailure
	if _, wrong := errors.AsType[usageError](err); errors.Is(err, errGate) {
		code = exitGate
	} else if wrong || vigil.KindOf(err) == vigil.Invalid || isCobraUsage(err) {
		code = exitUsage
		line += fmt.Sprintf(" (see %q)", c.CommandPath()+" --help")
	}
	fmt.Fprintln(stderr, line)
	return code
}

// usageError is a command that was given wrongly.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// isCobraUsage recognises the one mistake that cobra reports without a hook.
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
	root.AddCommand(newServe(), newWorker(), newScan(), newRoutes(), newWiki(), newRules(), newKey(), newTeam(), newRelease(), newChannel(), newRekey(), newListen(), newTrigger(), newVersion())
	root.AddCommand(newLogin(), newLogout(), newWhoami(), newScans(), newVulns(), newRepos(), newSchedules(), newWebhooks(), newEvents(), newImport(), newMan())
	root.AddCommand(newBackup(), newRestore(), newDoctor(), newAdvisories())
	root.InitDefaultCompletionCmd() // here, so that it is a command like the others
	for _, c := range root.Commands() {
		needNames(c)
	}
	return root
}

// needNames makes commands that only group others complain about a wrong name
// instead of showing help as if nothing were wrong.
func needNames(c *cobra.Command) {
	if !c.HasSubCommands() {
		return
	}
	c.Args = knownCommand
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.FParseErrWhitelist.UnknownFlags = true // they belong to the command that was mistyped
}

// setting declares a flag that an environment variable can set as well.
func setting(flags *pflag.FlagSet, to *string, name, env, byDefault, usage string) {
	flags.StringVar(to, name, byDefault, usage+" ("+env+")")
	if v, there := os.LookupEnv(env); there {
		*to = v // help goes on to show the built-in default: a variable may hold a password
	}
}

// exactArgs is cobra.ExactArgs with a message that says what is missing.
func exactArgs(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return usagef("%q takes %s", c.CommandPath(), strings.Join(names, " "))
		}
		return nil
	}
}

func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%q takes no argument, not even %q", c.CommandPath(), args[0])
	}
	return nil
}
