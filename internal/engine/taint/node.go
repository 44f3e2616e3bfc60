package taint

// The lowered form: expressions and statements are nodes of one tree, and every
// node has a value.

type op uint8

const (
	opLiteral  op = iota // nothing that could be tainted, unless it is a source itself; name: its text if that is a short constant
	opName               // the variable name
	opField              // kid 0's field name
	opIndex              // kid 0 at the indexes that follow; name: the index if it is constant
	opCall               // kid 0 is called with the rest; name: the last name of what is called
	opMix                // made of its kids, such as a concatenation
	opTest               // a truth value about its kids
	opBlock              // its kids one after the other; the value is that of the last
	opAssign             // to kid 0, of kid 1
	opChoose             // kid 0 decides between kids 1 and 2
	opEither             // the value of one of its kids; the later ones may not be evaluated
	opList               // a container of its kids, or the variables that take one apart
	opPair               // an entry name of a container, or an argument passed by name: kid 0 is the value, kid 1 the key
	opSpread             // the elements of kid 0
	opFunction           // a function literal; name: number of the function

	opIf       // kids: condition, then, else if any
	opLoop     // kids: condition, body, update; see flagEach
	opSwitch   // kids: subject, cases
	opCase     // kids: patterns that are bound to the subject or evaluated, then the body
	opTry      // kids: body, then handlers; flagFinally on the last if it is no handler
	opReturn   // kid 0 is the result, if any
	opYield    // kid 0 is one of the results
	opBreak    // the innermost loop or switch ends
	opContinue // the next round of the innermost loop
	opThrow
	opDefine // a named function; name: number of the function
	opClass  // kids: what is evaluated once; name: number of the class
	opParam  // kids: the variables that are bound, the default if any
)

type flags uint8

const (
	flagNew     flags = 1 << iota // opCall: makes an object
	flagAdd                       // opAssign: the old value stays part of the new
	flagEach                      // opLoop: kid 0 is bound to each element of kid 1; body and update follow
	flagFall                      // opSwitch: a case goes on into the next
	flagFinally                   // the last kid of opTry is run in any case
	flagNumber                    // known to be a number
	flagBool                      // known to be a truth value
	flagRest                      // opParam: takes all further arguments

	flagNull = flagNew  // opLiteral: null
	flagOut  = flagAdd  // opParam: what it becomes comes out with the result
	flagRef  = flagEach // opParam: what it becomes the argument becomes, too
)

// name is a number for a word of the program.
type name int32

// noName is the name of what has none. anyElement is the key of the elements of a
// container of which nothing else is known. this is the object whose method runs.
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

// function is a function, a method or a function literal of the file.
type function struct {
	Span
	name   name
	class  int32 // whose method it is, or -1
	parent int32 // the function around it, or -1
	params []uint32
	body   uint32
	calls  []name // what it calls, by name, sorted
	names  map[name]bool
	static bool // has no this
	maker  bool // a constructor
	called bool // something in the file calls that name
	inline bool // is only reached where it is written, as a function literal is
	alone  bool // no other method sees what it leaves in its object, for each request has one of its own
	unit   int32
	result flags // what the type of its result says
}

type class struct {
	name     name
	bases    []name
	methods  map[name]int32
	maker    int32 // the constructor, or -1
	node     uint32
	unit     int32
	types    map[name]symbol // of its fields, as far as they are written
	enum     bool            // its values are known
	harmless map[name]flags  // fields whose type is a number or a truth value
}

// Program is a file in lowered form, or several that are linked. It does not change and may
// be used by several goroutines at once.
type Program struct {
	nodes     []node
	kids      []uint32
	words     []string
	wordOf    map[string]name
	functions []function // the first are the files themselves
	classes   []class

	positions []name // the keys of the first elements of a container
	units     []unit
	byName    map[name]int32 // functions that are no methods, -1 if several have the name; while one file is lowered
	classOf   map[name]int32
	byStart   []uint32 // nodes in order of start, the longer first
	traits    *traits
	truncated bool // the file was too large
}

func (p *Program) kidsOf(n *node) []uint32 { return p.kids[n.first:n.to] }

// listMethods are methods of lists whose elements are told apart by their position.
type listMethods struct {
	literal bool            // brackets make a list
	appends map[string]bool // put something at the end
	removes string          // takes out what is at a position
}

// traits are what matters of a language after lowering.
type traits struct {
	constants    bool                       // constants decide which way a condition goes
	lists        listMethods                // of what it is known where its elements are
	hoists       bool                       // a function can be used before it is defined
	valued       bool                       // the last expression of a function is its result
	copies       map[string]bool            // functions that put what follows into their first argument
	puts         map[string]bool            // further methods that put their arguments into their object
	overloads    bool                       // several methods of a class can have one name
	errors       bool                       // a check can return an error: null if all is well
	ends         map[string]map[string]bool // functions that do not return, see functionsOf
	indexes      bool                       // a function that is given to map and its like gets the position as second argument
	typed        bool                       // what is given to a function is of the type that is written
	implicitThis bool                       // a bare name can be a field or a method of this, if no variable has it
}
