package redos

import (
	"regexp/syntax"
	"slices"
)

// Bounds of the analysis. Larger expressions are not analyzed.
const (
	maxStates = 250
	maxKinds  = 2_000     // kinds of characters
	maxPairs  = 2_000_000 // edges of the product automaton
	maxWays   = 20_000    // epsilon paths between states
)

// automaton is an expression as an NFA without epsilon edges: each state reads one character.
type automaton struct {
	reads [][]uint64     // for each state, the character classes it reads, as a bit set
	next  [][]int32      // the states that may follow, sorted
	twice map[int64]bool // pairs of states with two epsilon paths between them
	free  []bool         // after the state, the expression can end whatever follows
}

// newAutomaton returns nil if the program exceeds the bounds.
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
	if len(states) > maxStates || len(kinds) > maxKinds {
		return nil
	}
	a := &automaton{twice: map[int64]bool{}, free: make([]bool, len(states))}
	w := &walker{prog: prog, number: number, on: map[branch]bool{}}
	for s, i := range states {
		a.reads = append(a.reads, readBy(&prog.Inst[i], kinds))
		w.ways, w.free = map[int32]int{}, false
		w.walk(prog.Inst[i].Out, false)
		a.free[s] = w.free
		var next []int32
		for t, n := range w.ways {
			next = append(next, t)
			if n > 1 {
				a.twice[int64(s)<<32|int64(t)] = true
			}
		}
		slices.Sort(next)
		a.next = append(a.next, next)
	}
	if w.steps > maxWays {
		return nil
	}
	return a
}

// readBy returns the character classes that an instruction reads, as a bit set.
func readBy(in *syntax.Inst, kinds []rune) []uint64 {
	bits := make([]uint64, (len(kinds)+63)/64)
	for k, r := range kinds {
		// In JavaScript and Java a dot does not match a carriage return, and elsewhere few texts contain one.
		if in.MatchRune(r) && (in.Op != syntax.InstRuneAnyNotNL || r != '\r') {
			bits[k/64] |= 1 << (k % 64)
		}
	}
	return bits
}

type branch struct{ at, to uint32 }

// walker follows the epsilon paths from a state.
type walker struct {
	prog   *syntax.Prog
	number map[uint32]int32 // of the states, by instruction
	on     map[branch]bool  // on the current path: engines end a repetition that reads nothing, so no branch is taken twice
	steps  int              // for all states

	ways map[int32]int // how many paths lead to each state
	free bool          // one leads to the end without an assertion
}

func (w *walker) walk(at uint32, asserted bool) {
	if w.steps++; w.steps > maxWays {
		return
	}
	in := &w.prog.Inst[at]
	switch in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		w.take(branch{at, in.Out}, asserted)
		w.take(branch{at, in.Arg}, asserted)
	case syntax.InstCapture, syntax.InstNop:
		w.take(branch{at, in.Out}, asserted)
	case syntax.InstEmptyWidth:
		w.take(branch{at, in.Out}, true)
	case syntax.InstMatch:
		w.free = w.free || !asserted
	case syntax.InstFail:
	default:
		w.ways[w.number[at]]++
	}
}

func (w *walker) take(b branch, asserted bool) {
	if !w.on[b] {
		w.on[b] = true
		w.walk(b.to, asserted)
		delete(w.on, b)
	}
}

// meet reports whether two states can read the same character.
func (a *automaton) meet(s, t int32) bool {
	for i, b := range a.reads[s] {
		if b&a.reads[t][i] != 0 {
			return true
		}
	}
	return false
}

// pair is a state of the product automaton, s <= t.
type pair struct{ s, t int32 }

// ambiguous looks for a cycle of pairs that contains a state with itself, and either two
// different states or two epsilon paths from one state to the next.
func (a *automaton) ambiguous() bool {
	pairs := a.product()
	all := make([]pair, 0, len(pairs))
	for p := range pairs {
		all = append(all, p)
	}
	n := len(a.reads)
	slices.SortFunc(all, func(p, q pair) int { return int(p.s-q.s)*n + int(p.t-q.t) })
	number := make(map[pair]int32, len(all))
	for i, p := range all {
		number[p] = int32(i)
	}
	edges := make([][]int32, len(all))
	for i, p := range all {
		for _, q := range pairs[p] {
			edges[i] = append(edges[i], number[q])
		}
	}
	for _, cycle := range components(edges) {
		two, same, free := false, false, false
		in := map[int32]bool{}
		for _, i := range cycle {
			in[i] = true
		}
		for _, i := range cycle {
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

// product returns the edges of the product automaton that are reachable from a state with
// itself; nil if there are too many.
func (a *automaton) product() map[pair][]pair {
	pairs := map[pair][]pair{}
	edges := 0
	var todo []pair
	for s := range int32(len(a.reads)) {
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
					return nil
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
	return pairs
}

// components returns the strongly connected components of a graph that contain a cycle, by
// Tarjan's algorithm without recursion.
func components(edges [][]int32) [][]int32 {
	type call struct{ node, edge int32 }
	index := make([]int32, len(edges)) // 0: not seen
	low := make([]int32, len(edges))
	on := make([]bool, len(edges))
	var out [][]int32
	var stack []int32
	count := int32(0)
	for root := range edges {
		if index[root] != 0 {
			continue
		}
		calls := []call{{int32(root), 0}}
		for len(calls) > 0 {
			c := &calls[len(calls)-1]
			v := c.node
			if c.edge == 0 {
				count++
				index[v], low[v], on[v] = count, count, true
				stack = append(stack, v)
			}
			if int(c.edge) < len(edges[v]) {
				w := edges[v][c.edge]
				c.edge++
				if index[w] == 0 {
					calls = append(calls, call{w, 0})
				} else if on[w] {
					low[v] = min(low[v], index[w])
				}
				if c.edge > 0 {
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
			var cycle []int32
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[w] = false
				cycle = append(cycle, w)
				if w == v {
					break
				}
			}
			if len(cycle) > 1 || slices.Contains(edges[v], v) {
				out = append(out, cycle)
			}
		}
	}
	return out
}
