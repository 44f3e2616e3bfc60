// Package words finds all of a set of words in one pass over a text. Start with New.
package words

// Automaton finds words by the Aho-Corasick algorithm. It ignores the case of ASCII letters.
// Its speed does not depend on the number of words: one table lookup per byte.
type Automaton struct {
	class  [256]uint8 // bytes that no word distinguishes share a class; 0: in no word
	width  int32      // number of classes
	next   []int32    // state*width+class -> state*width, ^that if words end there
	output [][]int32  // for each state, the words that end there
}

// New returns an automaton for words. Empty words are never found.
func New(words []string) *Automaton {
	a := &Automaton{width: 1}
	for _, w := range words {
		for i := range len(w) {
			b := lower(w[i])
			if a.class[b] == 0 {
				a.class[b] = uint8(a.width)
				a.width++
			}
		}
	}
	for b := byte('a'); b <= 'z'; b++ {
		a.class[b-'a'+'A'] = a.class[b]
	}
	a.addState()
	for id, w := range words {
		state := int32(0)
		for i := range len(w) {
			at := state*a.width + int32(a.class[w[i]])
			if a.next[at] == 0 {
				a.next[at] = a.addState()
			}
			state = a.next[at]
		}
		if state != 0 {
			a.output[state] = append(a.output[state], int32(id))
		}
	}
	a.link()
	return a
}

func (a *Automaton) addState() int32 {
	n := int32(len(a.output))
	a.next = append(a.next, make([]int32, a.width)...)
	a.output = append(a.output, nil)
	return n
}

// link turns the trie into an automaton: where the trie has no edge, the state of the
// longest known suffix continues.
func (a *Automaton) link() {
	fail := make([]int32, len(a.output))
	queue := make([]int32, 0, len(a.output))
	for c := range a.width {
		if s := a.next[c]; s != 0 {
			queue = append(queue, s)
		}
	}
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		for c := range a.width {
			at, other := s*a.width+c, a.next[fail[s]*a.width+c]
			child := a.next[at]
			if child == 0 {
				a.next[at] = other
				continue
			}
			fail[child] = other
			a.output[child] = append(a.output[child], a.output[other]...)
			queue = append(queue, child)
		}
	}
	for i, s := range a.next {
		a.next[i] = s * a.width
		if len(a.output[s]) > 0 {
			a.next[i] = ^a.next[i]
		}
	}
}

// Find calls hit for each word in text with the offset after its end, until hit returns
// false.
func (a *Automaton) Find(text []byte, hit func(word int32, end int) bool) {
	state := int32(0)
	for i, b := range text {
		state = a.next[state+int32(a.class[b])]
		if state < 0 {
			state = ^state
			for _, word := range a.output[state/a.width] {
				if !hit(word, i+1) {
					return
				}
			}
		}
	}
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b - 'A' + 'a'
	}
	return b
}

// Contains reports whether any word is in text.
func (a *Automaton) Contains(text []byte) (found bool) {
	a.Find(text, func(int32, int) bool {
		found = true
		return false
	})
	return found
}
