package taint

import (
	"regexp"
	"strings"
)

// A look-up gives back what is kept somewhere, a record or an element of a list, and
// not what it was asked for with: whoever says which user is wanted does not say what
// that user is called.

// lookUps are functions of the usual libraries that look something up.
var lookUps = set("find findOne findOneOrFail findOrFail findUnique findUniqueOrThrow findFirst findFirstOrThrow findByPk findAll findAndCountAll findMany " +
	"Find FindAsync First FirstAsync FirstOrDefault FirstOrDefaultAsync Single SingleAsync SingleOrDefault SingleOrDefaultAsync " +
	"find_each find_by find_by! find_sole_by detect get_object_or_404 get_list_or_404 get_or_404 first_or_404 filter_by")

var (
	// lookUpRE is a name that says by what is looked up: getUserById, find_by_email.
	lookUpRE = regexp.MustCompile(`^(?:[gG]et|[fF]ind|[lL]oad|[fF]etch|[lL]ookup|[rR]etrieve|[sS]elect|[qQ]uery|[rR]ead)(?:\w*By(?:[A-Z]\w*)?|_(?:\w+_)?by(?:_\w+)?)$`)
	// opensRE is what is named like a look-up and opens what it is given the name of.
	opensRE = regexp.MustCompile(`(?i)file|path|ur[il]|resource|stream|folder|param`)
	// keepsRE is an object that keeps records, keptRE what it is asked for them.
	keepsRE = regexp.MustCompile(`(?i)(?:repository|repo|dao|unitofwork)$|^(?:objects|query)$`)
	keptRE  = regexp.MustCompile(`(?i)^(?:get|find|load|fetch|list|select|first|filter|exclude|in_bulk|one\b|single)`)
	// servesRE is an object that may do anything, servedRE what it is asked for records.
	servesRE = regexp.MustCompile(`(?i)service$`)
	servedRE = regexp.MustCompile(`^(?:[fF]ind|[lL]oad|[fF]etch|[lL]ist|[sS]elect)`)
)

// looksUp reports whether a call is a look-up, by its name and that of its object.
func (r *run) looksUp(callee *node, called string) bool {
	base := ""
	if callee.op == opField {
		if n := &r.nodes[r.kids[callee.first]]; n.op == opField || n.op == opName {
			base = r.words[n.name] // a call may begin a query that is built
		}
	}
	switch {
	case base == "_" || strings.EqualFold(base, "lodash") || strings.EqualFold(base, "re") || strings.EqualFold(base, "regex"):
		return false // they look in what they are given
	case lookUps[called]:
		return callee.op == opField || strings.Contains(called, "404")
	case lookUpRE.MatchString(called):
		return !opensRE.MatchString(called)
	}
	asked := keepsRE.MatchString(base) && keptRE.MatchString(called) || servesRE.MatchString(base) && servedRE.MatchString(called)
	return asked && !opensRE.MatchString(called)
}
