package prefilter

import (
	"strings"
	"testing"
)

// afterEnding is afterOwner with owners that are known by their ends.
const afterEnding position = 100

func TestWhatStandsBeforeAWord(t *testing.T) {
	const owners = " req request "
	for _, c := range []struct {
		name     string
		position position
		text     string // the word is between « and »
		want     bool
	}{
		{"a member", afterOwner, "x = req.«body»", true},
		{"a member of a member", afterOwner, "this.req.«body»", true},
		{"an optional member", afterOwner, "req?.«body»", true},
		{"one that is surely there", afterOwner, "req!.«body»", true},
		{"in the next line", afterOwner, "req\n  .«body»", true},
		{"after a line that goes on", afterOwner, "req \\\n  .«body»", true},
		{"after a comment", afterOwner, "req /* the */ .«body»", true},
		{"after a comment in the line before", afterOwner, "req // the\n  .«body»", true},
		{"after a comment of Python", afterOwner, "(req # the\n  .«body»)", true},
		{"after the dot, a comment", afterOwner, "req. /* the */ «body»", true},
		{"in parentheses", afterOwner, "(req).«body»", true},
		{"of a cast", afterOwner, "((Request) req).«body»", true},
		{"of what a long call returns", afterOwner, "f(" + strings.Repeat("x, ", 200) + ").«body»", true},
		{"with an argument of a type", afterOwner, "req.<String>«body»()", true},
		{"a reference to a method", afterOwner, "map(req::«body»)", true},
		{"after comments", afterOwner, "req /* the */\n  // other\n  .«body»", true},
		{"after a text that looks like a comment", afterOwner, "f('http://x', req\n  .«body»)", true},
		{"after what may be a comment", afterOwner, "f(x('a') // the\n  .y, «body»)", false},
		{"in a path", afterOwner, "require('../req/«body»')", false},
		{"a comparison", afterOwner, "req > «body»", false},
		{"after a comment of its own", afterOwner, "f(); // the req.\n«body»", false},
		{"after a long comment", afterOwner, "req /*" + strings.Repeat("*", 2*glance) + "*/.«body»", true},
		{"after much space", afterOwner, "req" + strings.Repeat(" ", 2*glance) + ".«body»", true},
		{"of something else", afterOwner, "xreq.«body»", false},
		{"of what a call returns", afterOwner, "f(x).«body»", false},
		{"no member", afterOwner, "req, «body»", false},
		{"the first word", afterOwner, "«body» of req", false},
		{"in a text", afterOwner, "the «body» of a req.", false},
		{"of a name that ends so", afterEnding, "dataReader.«body»", true},
		{"of a name in other letters", afterEnding, "RDR?.«body»", true},
		{"of a name that ends otherwise", afterEnding, "readers.«body»", false},
		{"of a longer name", afterEnding, "xrdr.«body»", false},
		{"a member of whatever", afterDot, "f(x).«body»", true},
		{"a member in the next line", afterDot, "f(x)\n  .«body»", true},
		{"a member of what may be nil in Ruby", afterDot, "x&.«body»", true},
		{"a member of a class of Ruby", afterDot, "X::«body»", true},
		{"no member at all", afterDot, "x = «body»", false},
		{"a decorator", afterAt, "@app.«get»('/')", true},
		{"one that is imported", afterAt, "@«get»('/')", true},
		{"of a member of a call", afterAt, "@app('x').«get»('/')", true},
		{"no decorator", afterAt, "x@y\nreturn app.«get»('/')", false},
		{"what a call returns", afterAt, "f(x).«get»('/')", false},
		{"a value", afterEquals, "const {body} = «req»;", true},
		{"the last part of a value", afterEquals, "const {body} = ctx.«request»;", true},
		{"a value in parentheses", afterEquals, "const {body} = ( «req» )", true},
		{"a value after a comment", afterEquals, "const {body} = // the\n «req»", true},
		{"a value that is awaited", afterEquals, "const {body} = await «req»", true},
		{"an argument", afterEquals, "f(x, «req»)", false},
		{"a parameter", afterEquals, "function («req») {}", false},
		{"a parameter", afterComma, "function (req, «res»)", true},
		{"a parameter with words before it", afterComma, "constructor({body}, private readonly «res»: Response)", true},
		{"a parameter that takes all others", afterComma, "f({body}, ...«res»)", true},
		{"a parameter after a decorator", afterComma, "f(@Body() {body}, @Res() «res»)", true},
		{"a parameter after a comment", afterComma, "f({body}, // the\n  // other\n  «res»)", true},
		{"the first parameter", afterComma, "function («res»)", false},
		{"a word", afterComma, "return «res»", false},
		{"a module of JavaScript", fromImported, "import {body} from '«req»'", true},
		{"a module that is required", fromImported, "const {body} = require( \"«req»\")", true},
		{"a module that comes with Node", fromImported, "import {body} from 'node:«req»'", true},
		{"a module that is not the owner", fromImported, "import {body} from './«req»'", false},
		{"a text", fromImported, "return '«req»'", false},
		{"a text after a comment", fromImported, "from /* there */ '«req»'", true},
		{"a package of Go with another name", fromAliased, "import h \"net/«req»\"", true},
		{"a package of Go that is all there", fromAliased, "import (\n\t. \"net/«req»\"", true},
		{"a package of Go with a version", fromAliased, "import h \"net/«req»/v2\"", true},
		{"a package of Go with a version in its name", fromAliased, "import h \"net/«req».v3\"", true},
		{"a package below one of Go", fromAliased, "import h \"net/«req»/other\"", false},
		{"a package of Go", fromAliased, "import (\n\t\"net/«req»\"", false},
		{"a package of Python", fromPackage, "from a.«req» import body", true},
		{"a package of Python with another name", fromPackage, "import a.«req» as r", true},
		{"a class of Java of which all is there", fromStatic, "import static a.«req».*;", true},
		{"a class of Java", fromStatic, "import a.«req»;", false},
		{"a class of C# of which all is there", fromUsing, "using static A.«req»;", true},
		{"a class of C# with another name", fromUsing, "using R = A.«req»;", true},
		{"a class of C#", fromUsing, "var x = new «req»();", false},
		{"no package", fromPackage, "the «req» is", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			start, end := strings.Index(c.text, "«"), strings.Index(c.text, "»")-len("«")
			text := strings.NewReplacer("«", "", "»", "").Replace(c.text)
			w := word{text: text[start:end], whole: true, position: c.position, owners: owners, hashes: strings.Contains(text, "#")}
			if c.position == afterEnding {
				w.position, w.owners = afterOwner, " *reader ~rdr "
			}
			if got := w.at([]byte(text), end); got != c.want {
				t.Errorf("%q: got %v", text, got)
			}
		})
	}
}
