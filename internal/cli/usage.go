package cli

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vigil/internal/cli/command"
)

// knownCommand rejects names of commands that do not exist.
func knownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return command.Usagef("unknown command %q for %q%s", args[0], c.CommandPath(), command.DidYouMean(args[0], names))
}

// flagError explains a flag that could not be parsed. A mistyped command is reported first:
// its flags are unknown only because of that.
func flagError(c *cobra.Command, err error) error {
	if !c.HasParent() && c.Flags().NArg() > 0 {
		return knownCommand(c, c.Flags().Args())
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && len(unknown.GetSpecifiedName()) > 1 {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return command.Usagef("%w%s", err, command.DidYouMean("--"+unknown.GetSpecifiedName(), names))
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok && flagWants[wrong.GetFlag().Value.Type()] != "" {
		return command.Usagef("--%s must be %s, not %q", wrong.GetFlag().Name, flagWants[wrong.GetFlag().Value.Type()], wrong.GetValue())
	}
	return command.AsUsage(err)
}

// flagWants describes the values of flag types whose own error message is that of a Go parser.
var flagWants = map[string]string{"int": "a whole number", "int64": "a whole number", "bool": "true or false", "duration": "a duration such as 90s or 24h"}
