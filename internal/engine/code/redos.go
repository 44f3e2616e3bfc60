package code

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// explodes tells whether a regular expression can take exponential time in an engine that backtracks: while it
// repeats, it can read one text in two ways, and something that follows can fail. Then a text that is read so n times
// has 2^n ways, and all of them are tried.
//
// The expression is compiled into states. Two ways are a way through pairs of states, from one state and itself, over a pair of
// different states, back to it.
func explodes(text string) bool {
	re, err := syntax.Parse(forGo(text), syntax.Perl)
	if err != nil {
		return false
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil || len(prog.Inst) > 4*maxStates {
		return false
	}
	a := newAutomaton(prog)
	return a != nil && a.ambiguous()
}

var (
	uEscapeRE  = regexp.MustCompile(`\\u([0-9a-fA-F]{4})`)
	flaggedRE  = regexp.MustCompile(`(?s)^/(.*)/[a-z]*$`)
	groupRE    = regexp.MustCompile(`^\((?:\?(?:P?<\w+>|[a-zA-Z-]*[:)]))?`)
	lookRE     = regexp.MustCompile(`^\(\?<?[=!]`)
	notASCIIRE = regexp.MustCompile(`\\([^\x00-\x7f])`)
)

// forGo writes an expression so that Go reads it: without slashes around it, without conditions about what stands
// before and behind, and with a group around each alternative, for Go makes one of two that are alike.
func forGo(text string) string {
	if m := flaggedRE.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	text = uEscapeRE.ReplaceAllString(text, `\x{$1}`)
	text = notASCIIRE.ReplaceAllString(text, "$1")
	text = strings.NewReplacer(`[^]`, `[\s\S]`, `\Z`, `\z`, `\h`, `[ \t]`).Replace(text)
	var out strings.Builder
	out.WriteByte('(')
	class := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			out.WriteString(text[i : i+2])
			i++
		case class:
			class = c != ']'
			out.WriteByte(c)
		case c == '[':
			class = true
			out.WriteByte(c)
		case c == '(' && lookRE.MatchString(text[i:]):
			i = closing(text, i)
			out.WriteString("(?:)")
		case c == '(':
			head := groupRE.FindString(text[i:])
			i += len(head) - 1
			if head == "(?:" {
				head = "("
			}
			out.WriteString(head)
			if head[len(head)-1] != ')' {
				out.WriteByte('(')
			}
		case c == ')':
			out.WriteString("))")
		case c == '|':
			out.WriteString(")|(")
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte(')')
	return out.String()
}

// closing is where the group that begins at i ends.
func closing(text string, i int) int {
	depth, class := 0, false
	for ; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '(':
			if !class {
				depth++
			}
		case ')':
			if !class {
				if depth--; depth == 0 {
					return i
				}
			}
		}
	}
	return len(text)
}

// Bounds of the analysis: what is larger is not looked at.
const (
	maxStates = 250
	maxPairs  = 2_000_000 // ways between pairs
	maxWays   = 20_000    // ways between states without reading
)

// automaton is an expression as states that read a character each.
type automaton struct {
	reads [][]uint64     // of each state, the kinds of characters that it reads, as bits
	next  [][]int32      // states that may follow, sorted
	twice map[int64]bool // two ways lead from a state to another without reading
	free  []bool         // behind the state, the expression can end whatever follows
}

func newAutomaton(prog *syntax.Prog) *automaton {
	number := map[uint32]int32{}
	var states []uint32
	var kinds []rune
	for i := range prog.Inst {
		in := &prog.Inst[i]
		switch in.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			number[uint32(i)] = int32(len(states))
			states = append(states, uint32(i))
			for k, r := range in.Rune {
				kinds = append(kinds, r)
				if k%2 == 1 {
					kinds = append(kinds, r+1)
				}
			}
		}
	}
	kinds = append(kinds, '\n', 'a', 0x2603)
	slices.Sort(kinds)
	kinds = slices.Compact(kinds)
	if len(states) > maxStates || len(kinds) > 2_000 {
		return nil
	}
	a := &automaton{twice: map[int64]bool{}, free: make([]bool, len(states))}
	steps := 0
	for s, i := range states {
		bits := make([]uint64, (len(kinds)+63)/64)
		for k, r := range kinds {
			in := &prog.Inst[i]
			// In JavaScript and Java a dot reads no carriage return, and elsewhere few texts have one.
			if in.MatchRune(r) && (in.Op != syntax.InstRuneAnyNotNL || r != '\r') {
				bits[k/64] |= 1 << (k % 64)
			}
		}
		a.reads = append(a.reads, bits)
		ways := map[int32]int{}
		type branch struct{ at, to uint32 }
		on := map[branch]bool{} // no branch is taken twice: engines end a repetition that reads nothing
		var walk func(at uint32, asserted bool)
		walk = func(at uint32, asserted bool) {
			if steps++; steps > maxWays {
				return
			}
			in := &prog.Inst[at]
			take := func(to uint32, asserted bool) {
				if b := (branch{at, to}); !on[b] {
					on[b] = true
					walk(to, asserted)
					delete(on, b)
				}
			}
			switch in.Op {
			case syntax.InstAlt, syntax.InstAltMatch:
				take(in.Out, asserted)
				take(in.Arg, asserted)
			case syntax.InstCapture, syntax.InstNop:
				take(in.Out, asserted)
			case syntax.InstEmptyWidth:
				take(in.Out, true)
			case syntax.InstMatch:
				a.free[s] = a.free[s] || !asserted
			case syntax.InstFail:
			default:
				ways[number[at]]++
			}
		}
		walk(prog.Inst[i].Out, false)
		var next []int32
		for t, n := range ways {
			next = append(next, t)
			if n > 1 {
				a.twice[int64(s)<<32|int64(t)] = true
			}
		}
		slices.Sort(next)
		a.next = append(a.next, next)
	}
	if steps > maxWays {
		return nil
	}
	return a
}

func (a *automaton) meet(s, t int32) bool {
	for i, b := range a.reads[s] {
		if b&a.reads[t][i] != 0 {
			return true
		}
	}
	return false
}

// ambiguous looks for a circle of pairs with a state and itself in it, and two different states, or two ways
// from one state to the next.
func (a *automaton) ambiguous() bool {
	n := int32(len(a.reads))
	type pair struct{ s, t int32 }
	pairs := map[pair][]pair{}
	edges := 0
	var todo []pair
	for s := range n {
		todo = append(todo, pair{s, s})
		pairs[pair{s, s}] = nil
	}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		var next []pair
		for _, s := range a.next[p.s] {
			for _, t := range a.next[p.t] {
				q := pair{min(s, t), max(s, t)}
				if edges++; edges > maxPairs {
					return false
				}
				if !a.meet(s, t) {
					continue
				}
				next = append(next, q)
				if _, ok := pairs[q]; !ok {
					pairs[q] = nil
					todo = append(todo, q)
				}
			}
		}
		pairs[p] = next
	}
	all := make([]pair, 0, len(pairs))
	for p := range pairs {
		all = append(all, p)
	}
	slices.SortFunc(all, func(p, q pair) int { return int(p.s-q.s)*int(n) + int(p.t-q.t) })
	number := make(map[pair]int32, len(all))
	for i, p := range all {
		number[p] = int32(i)
	}
	ways := make([][]int32, len(all))
	for i, p := range all {
		for _, q := range pairs[p] {
			ways[i] = append(ways[i], number[q])
		}
	}
	for _, circle := range circles(ways) {
		two, same, free := false, false, false
		in := map[int32]bool{}
		for _, i := range circle {
			in[i] = true
		}
		for _, i := range circle {
			p := all[i]
			if p.s != p.t {
				two = true
				continue
			}
			same = true
			free = free || a.free[p.s]
			for _, t := range a.next[p.s] {
				if a.twice[int64(p.s)<<32|int64(t)] && in[number[pair{t, t}]] {
					two = true
				}
			}
		}
		if two && same && !free {
			return true
		}
	}
	return false
}

// circles returns the sets of nodes of a graph that lead to each other, by Tarjan's algorithm without recursion.
func circles(ways [][]int32) [][]int32 {
	type call struct{ node, way int32 }
	index := make([]int32, len(ways)) // 0: not seen
	low := make([]int32, len(ways))
	on := make([]bool, len(ways))
	var out [][]int32
	var stack []int32
	count := int32(0)
	for root := range ways {
		if index[root] != 0 {
			continue
		}
		calls := []call{{int32(root), 0}}
		for len(calls) > 0 {
			c := &calls[len(calls)-1]
			v := c.node
			if c.way == 0 {
				count++
				index[v], low[v], on[v] = count, count, true
				stack = append(stack, v)
			}
			if int(c.way) < len(ways[v]) {
				w := ways[v][c.way]
				c.way++
				if index[w] == 0 {
					calls = append(calls, call{w, 0})
				} else if on[w] {
					low[v] = min(low[v], index[w])
				}
				if c.way > 0 {
					continue
				}
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				u := calls[len(calls)-1].node
				low[u] = min(low[u], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			var circle []int32
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[w] = false
				circle = append(circle, w)
				if w == v {
					break
				}
			}
			if len(circle) > 1 || slices.Contains(ways[v], v) {
				out = append(out, circle)
			}
		}
	}
	return out
}
