package taint

import (
	"regexp"
	"strings"
)

// A lookup returns stored data, a record or an element of a list, not its argument: whoever
// chooses the user does not control that user's name.

// lookUps are common library functions that look something up.
var lookUps = set("find findOne findOneOrFail findOrFail findUnique findUniqueOrThrow findFirst findFirstOrThrow findByPk findAll findAndCountAll findMany " +
	"Find FindAsync First FirstAsync FirstOrDefault FirstOrDefaultAsync Single SingleAsync SingleOrDefault SingleOrDefaultAsync " +
	"find_each find_by find_by! find_sole_by detect get_object_or_404 get_list_or_404 get_or_404 first_or_404 filter_by")

var (
	// lookUpRE is a name that includes the key: getUserById, find_by_email.
	lookUpRE = regexp.MustCompile(`^(?:[gG]et|[fF]ind|[lL]oad|[fF]etch|[lL]ookup|[rR]etrieve|[sS]elect|[qQ]uery|[rR]ead)(?:\w*By(?:[A-Z]\w*)?|_(?:\w+_)?by(?:_\w+)?)$`)
	// opensRE is a name like that of a lookup that opens what its argument names.
	opensRE = regexp.MustCompile(`(?i)file|path|ur[il]|resource|stream|folder|param`)
	// keepsRE is an object that stores records, keptRE its lookup methods.
	keepsRE = regexp.MustCompile(`(?i)(?:repository|repo|dao|unitofwork)$|^(?:objects|query)$`)
	keptRE  = regexp.MustCompile(`(?i)^(?:get|find|load|fetch|list|select|first|filter|exclude|in_bulk|one\b|single)`)
	// servesRE is an object that may do anything, servedRE its lookup methods.
	servesRE = regexp.MustCompile(`(?i)service$`)
	servedRE = regexp.MustCompile(`^(?:[fF]ind|[lL]oad|[fF]etch|[lL]ist|[sS]elect)`)
)

// looksUp reports whether a call is a lookup, by the names of the function and the receiver.
func (r *run) looksUp(callee *node, called string) bool {
	base := ""
	if callee.op == opField {
		if n := &r.nodes[r.kids[callee.first]]; n.op == opField || n.op == opName {
			base = r.words[n.name] // a call may start a query builder
		}
	}
	switch {
	case base == "_" || strings.EqualFold(base, "lodash") || strings.EqualFold(base, "re") || strings.EqualFold(base, "regex"):
		return false // they search in their argument
	case lookUps[called]:
		return callee.op == opField || strings.Contains(called, "404")
	case lookUpRE.MatchString(called):
		return !opensRE.MatchString(called)
	}
	asked := keepsRE.MatchString(base) && keptRE.MatchString(called) || servesRE.MatchString(base) && servedRE.MatchString(called)
	return asked && !opensRE.MatchString(called)
}
