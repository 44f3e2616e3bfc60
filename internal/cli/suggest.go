package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// didYouMean ends a message about a word that does not exist: with the one that was
// meant, if one is near, else with nothing.
func didYouMean[T ~string](word string, there []T) string {
	best, least := "", 1+max(1, len(word)/3)
	for _, candidate := range there {
		if d := distance(strings.ToLower(word), strings.ToLower(string(candidate))); d < least {
			best, least = string(candidate), d
		}
	}
	for _, candidate := range there { // or only its beginning was written
		if best == "" && len(strings.Trim(word, "-")) >= 3 && strings.HasPrefix(string(candidate), strings.ToLower(word)) {
			best = string(candidate)
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance is how many letters must be inserted, left out, replaced or swapped with
// their neighbour to make b of a.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 100 || len(y) > 100 {
		return len(x) + len(y)
	}
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		for j := range rows[i] {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			replace := 1
			if x[i-1] == y[j-1] {
				replace = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+replace)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}

// knownCommand refuses the name of a command that does not exist.
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
	return usagef("unknown command %q for %q%s", args[0], c.CommandPath(), didYouMean(args[0], names))
}

// flagError says what is wrong with the flags of a command. A mistyped command is said
// first: its flags are unknown only because of that.
func flagError(c *cobra.Command, err error) error {
	if !c.HasParent() && c.Flags().NArg() > 0 {
		return knownCommand(c, c.Flags().Args())
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && len(unknown.GetSpecifiedName()) > 1 {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return usagef("%w%s", err, didYouMean("--"+unknown.GetSpecifiedName(), names))
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok && flagWants[wrong.GetFlag().Value.Type()] != "" {
		return usagef("--%s must be %s, not %q", wrong.GetFlag().Name, flagWants[wrong.GetFlag().Value.Type()], wrong.GetValue())
	}
	return usageError{err}
}

// flagWants says what flags of a type take, for those whose own words are Go's.
var flagWants = map[string]string{"int": "a whole number", "int64": "a whole number", "bool": "true or false", "duration": "a span of time such as 90s or 24h"}

// choices checks the values of a flag that takes only some.
func choices[T ~string](flag string, values []string, allowed []T) error {
	for _, value := range values {
		known := value == ""
		for _, a := range allowed {
			known = known || value == string(a)
		}
		if !known {
			return usagef("%s takes %s, not %q%s", flag, words(allowed), value, didYouMean(value, allowed))
		}
	}
	return nil
}

// words lists values for a sentence.
func words[T ~string](values []T) string {
	var b strings.Builder
	for i, v := range values {
		switch {
		case i > 0 && i == len(values)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(v))
	}
	return b.String()
}
