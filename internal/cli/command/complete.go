package command

import (
	"strings"

	"github.com/spf13/cobra"
)

// CompleteFlag completes the fixed values of a flag, for lists also after a comma.
func CompleteFlag[T ~string](c *cobra.Command, flag string, values []T) {
	RegisterCompletion(c, flag, func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := ""
		if c.Flags().Lookup(flag).Value.Type() == "stringSlice" {
			before = typed[:strings.LastIndex(typed, ",")+1]
		}
		var out []cobra.Completion
		for _, v := range values {
			if strings.HasPrefix(before+string(v), typed) {
				out = append(out, before+string(v))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	})
}

// RegisterCompletion sets the completion function of a flag, which must exist.
func RegisterCompletion(c *cobra.Command, flag string, fn cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, fn); err != nil {
		panic(err) // a mistake in the program: there is no such flag
	}
}

// Strings converts values of a string type.
func Strings[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
