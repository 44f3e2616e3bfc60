package formula

import (
	"fmt"

	"vigil/internal/engine/redos"
	"vigil/internal/engine/rules"
)

// SlowRegexp says which regular expression of a rule may take long on some text, "" if none does.
func SlowRegexp(r *rules.Rule) (problem string) {
	r.Regexps(func(re *rules.Regexp) {
		switch {
		case problem != "":
		case !re.Quick():
			problem = fmt.Sprintf("the regular expression %q needs backtracking: lookaround and backreferences are not allowed in a witness", re)
		case redos.Exponential(re.String()):
			problem = fmt.Sprintf("the regular expression %q can take exponential time in other engines", re)
		}
	})
	return problem
}
