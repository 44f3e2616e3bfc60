// Package command holds what the commands of the vigil program share: errors with their exit
// codes, arguments and flags, suggestions, shell completion of flags, and output that is safe
// for a terminal. Standard output carries results only; everything else goes to standard
// error. It knows neither the server nor the engine.
package command

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Exit codes.
const (
	ExitOK      = 0
	ExitGate    = 1 // the command succeeded and found what --fail-on names, or doctor found problems
	ExitUsage   = 2 // usage error
	ExitFailure = 3 // the command was valid but failed
)

// DefaultData is the data folder of a server unless --data names another.
const DefaultData = "./vigil-data"

// UsageError is an invalid command line: exit code ExitUsage.
type UsageError struct{ error }

// Usagef returns a UsageError.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// AsUsage makes err a UsageError.
func AsUsage(err error) error { return UsageError{err} }

// ErrGate matches errors of a failed gate: exit code ExitGate.
var ErrGate = errors.New("the gate failed")

type gateError string

// GateFailed returns an error that matches ErrGate and says what was found.
func GateFailed(text string) error { return gateError(text) }

func (e gateError) Error() string        { return string(e) }
func (e gateError) Is(target error) bool { return target == ErrGate }

// Setting declares a flag that an environment variable can also set.
func Setting(flags *pflag.FlagSet, to *string, name, env, byDefault, usage string) {
	flags.StringVar(to, name, byDefault, usage+" ("+env+")")
	if v, there := os.LookupEnv(env); there {
		*to = v // help still shows the built-in default: the variable may hold a password
	}
}

// ExactArgs is cobra.ExactArgs with a message that names the arguments.
func ExactArgs(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return Usagef("%q takes %s", c.CommandPath(), strings.Join(names, " "))
		}
		return nil
	}
}

// NoArgs is cobra.NoArgs with a message that names the command.
func NoArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("%q takes no argument, not even %q", c.CommandPath(), args[0])
	}
	return nil
}
