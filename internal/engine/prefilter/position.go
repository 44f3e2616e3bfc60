package prefilter

// word is something that a file must have for a formula to match, and where it must stand.
type word struct {
	text  string
	whole bool // as a whole word with exactly these letters
	fold  bool // of a whole word: case-insensitive
	ends  bool // the end of a name: no further part of one follows

	position position
	owners   string // for afterOwner: the names before the dot, with a space around each; ~name is case-insensitive, *name a suffix
	alone    bool   // for afterQuote: nothing that may be part of a word follows
	hashes   bool   // comments begin with a hash
	cut      bool   // of a word that was found: there is more text before the window,
	more     bool   // and after it
}

// position is the context in which a word must stand.
type position uint8

const (
	anywhere       position = iota
	afterOwner              // behind a dot, and one of some names before that
	afterDot                // behind a dot
	afterAt                 // in a decorator, behind its @, perhaps with other names between
	afterEquals             // behind an assignment operator, perhaps with other names between
	afterQuote              // at the beginning of a string, perhaps behind white space
	afterComma              // behind a comma, perhaps with modifiers between
	beforeText              // before a string, or a name that may stand for one
	beforeFunction          // before a function, or its parameters
	beforeCall              // before the parenthesis of a call
	beforeIndex             // before a bracket
	fromImported            // as the name of an imported module of JavaScript
	fromAliased             // as the last name of a package of Go that is imported under an alias
	fromPackage             // as an imported package of Python
	fromStatic              // as a class of Java whose static members are imported
	fromUsing               // as a namespace or class in a using directive of C#
)
