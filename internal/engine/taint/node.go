package taint

// The IR: expressions and statements are nodes of one tree, and every node has a value.

type op uint8

const (
	opLiteral  op = iota // cannot be tainted, unless it is a source itself; name: its text if it is a short constant
	opName               // the variable name
	opField              // field name of kid 0
	opIndex              // kid 0 indexed by the others; name: the index if it is constant
	opCall               // kid 0 is called with the rest; name: the last name of the callee
	opMix                // combines its kids, such as a concatenation
	opTest               // a Boolean about its kids
	opBlock              // a sequence, with the value of the last kid
	opAssign             // to kid 0, of kid 1
	opChoose             // kid 0 selects kid 1 or 2
	opEither             // the value of one of its kids; later ones may not be evaluated
	opList               // a container of its kids, or a destructuring pattern
	opPair               // an entry name of a container, or a named argument: kid 0 is the value, kid 1 the key
	opSpread             // the elements of kid 0
	opFunction           // a function literal; name: number of the function

	opIf       // kids: condition, then, else if any
	opLoop     // kids: condition, body, update; see flagEach
	opSwitch   // kids: subject, cases
	opCase     // kids: patterns that are bound to or compared with the subject, then the body
	opTry      // kids: body, then handlers; flagFinally if the last is not a handler
	opReturn   // kid 0 is the result, if any
	opYield    // kid 0 is yielded
	opBreak    // leaves the innermost loop or switch
	opContinue // next iteration of the innermost loop
	opThrow
	opDefine // a named function; name: number of the function
	opClass  // kids: what is evaluated once; name: number of the class
	opParam  // kids: the variables that are bound, the default if any
)

type flags uint8

const (
	flagNew     flags = 1 << iota // opCall: creates an object
	flagAdd                       // opAssign: the old value is part of the new
	flagEach                      // opLoop: kid 0 is bound to each element of kid 1; body and update follow
	flagFall                      // opSwitch: cases fall through
	flagFinally                   // the last kid of opTry always runs
	flagNumber                    // known to be a number
	flagBool                      // known to be a Boolean
	flagRest                      // opParam: variadic

	flagNull = flagNew  // opLiteral: null
	flagOut  = flagAdd  // opParam: an output parameter
	flagRef  = flagEach // opParam: passed by reference
)

// name is an interned string.
type name int32

// noName means that there is no name. anyElement is the key of container elements at unknown
// indexes. this is the receiver.
const (
	noName name = iota
	anyElement
	this
)

type node struct {
	Span
	op        op
	flags     flags
	name      name
	first, to uint32 // the kids are kids[first:to]
}

// function is a function, a method, or a function literal of the file.
type function struct {
	Span
	name   name
	class  int32 // of a method, or -1
	parent int32 // the enclosing function, or -1
	params []uint32
	body   uint32
	calls  []name // names of its callees, sorted
	names  map[name]bool
	static bool // has no this
	maker  bool // a constructor
	called bool // the file has a call of that name
	inline bool // only reachable where it is written, like a function literal
	alone  bool // no other method sees what it stores in its receiver, because each request has its own
	unit   int32
	result flags // from its result type
}

type class struct {
	name     name
	bases    []name
	methods  map[name]int32
	maker    int32 // the constructor, or -1
	node     uint32
	unit     int32
	types    map[name]symbol // declared types of its fields
	enum     bool            // its values are known
	harmless map[name]flags  // fields whose type is a number or a Boolean
}

// Program is a file in the IR, or several linked ones. It is immutable and safe for
// concurrent use.
type Program struct {
	nodes     []node
	kids      []uint32
	words     []string
	wordOf    map[string]name
	functions []function // the first are the files themselves
	classes   []class

	positions []name // keys of the first elements of a container
	units     []unit
	byName    map[name]int32 // functions that are not methods, -1 if ambiguous; while one file is lowered
	classOf   map[name]int32
	byStart   []uint32 // nodes by start, longer ones first
	traits    *traits
	truncated bool // the file was too large
}

func (p *Program) kidsOf(n *node) []uint32 { return p.kids[n.first:n.to] }

// listMethods are methods of lists whose elements are distinguished by index.
type listMethods struct {
	literal bool            // brackets create a list
	appends map[string]bool // append an element
	removes string          // removes the element at an index
}

// traits are the properties of a language that matter after lowering.
type traits struct {
	constants    bool                       // constants decide conditions
	lists        listMethods                // for lists with known indexes
	hoists       bool                       // a function can be called before its definition
	valued       bool                       // the last expression of a function is its result
	copies       map[string]bool            // functions that copy the other arguments into the first
	puts         map[string]bool            // further methods that store their arguments in their receiver
	overloads    bool                       // methods can be overloaded
	errors       bool                       // a check can return an error: null means success
	ends         map[string]map[string]bool // functions that do not return, see functionsOf
	indexes      bool                       // a callback of map and the like gets the index as its second argument
	typed        bool                       // declared parameter types are enforced
	implicitThis bool                       // a bare name can be a member of this, unless a variable shadows it
}
