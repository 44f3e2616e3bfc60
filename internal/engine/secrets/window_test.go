package secrets

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// checkMatches compares the matches of a rule in windows with those of its expression in the
// whole text.
func checkMatches(t *testing.T, set *ruleSet, r *rule, text string) {
	t.Helper()
	got := matchesOf(set, r, []byte(text))
	want := (*r.regex)().FindAllStringIndex(text, -1)
	if !slices.EqualFunc(got, want, func(a span, b []int) bool { return a.start == b[0] && a.end == b[1] }) {
		t.Fatalf("%s: %v in windows around %q, %v in the whole of %q", (*r.regex)(), got, r.anchor.words, want, text)
	}
}

// matchesOf returns the matches of a rule as search finds them.
func matchesOf(set *ruleSet, r *rule, text []byte) []span {
	hits := make([][]int32, len(set.wordLen))
	set.words.Find(text, func(word int32, end int) bool {
		hits[word] = append(hits[word], int32(end))
		return true
	})
	return slices.Collect(r.matches(context.Background(), text, set.wordsOf(r, hits, len(text), nil)))
}

// TestMatchesOfRandomExpressions generates expressions of everything that anchors support, and
// texts of the same few characters, with overlapping words and adjacent matches.
func TestMatchesOfRandomExpressions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	anchored, matched := 0, 0
	for range 6000 {
		text := expression(rnd, 3)
		set, err := parseRules([]byte(fmt.Sprintf("[[rules]]\nid = 'x'\nregex = '''%s'''\n", text)))
		if err != nil || len(set.rules) == 0 {
			t.Fatalf("%s: %v", text, err)
		}
		r := set.rules[0]
		if r.anchor == nil {
			continue
		}
		anchored++
		parsed, err := syntax.Parse(text, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		for range 6 {
			var b strings.Builder
			for range rnd.IntN(6) {
				for range rnd.IntN(5) {
					b.WriteString(letters[rnd.IntN(len(letters))])
				}
				sample(rnd, parsed, &b)
			}
			checkMatches(t, set, r, b.String())
			if (*r.regex)().MatchString(b.String()) {
				matched++
			}
		}
	}
	if anchored < 1000 || matched < 3000 {
		t.Errorf("only %d expressions had anchors, and %d texts matched", anchored, matched)
	}
}

// TestMatchesOfBuiltinRules puts matches of each rule next to each other and to parts
// of matches of the other rules.
func TestMatchesOfBuiltinRules(t *testing.T) {
	set, err := parseRules(builtin)
	if err != nil {
		t.Fatal(err)
	}
	if len(set.unsupported) > 0 || len(set.rules) < 200 {
		t.Errorf("%d rules, unsupported: %v", len(set.rules), set.unsupported)
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	parsed := make([]*syntax.Regexp, len(set.rules))
	for i, r := range set.rules {
		if r.regex == nil {
			continue
		}
		if parsed[i], err = syntax.Parse((*r.regex)().String(), syntax.Perl); err != nil {
			t.Fatal(err)
		}
	}
	for i, r := range set.rules {
		if r.anchor == nil {
			continue
		}
		for range 10 {
			var b strings.Builder
			for range 1 + rnd.IntN(5) {
				switch other := parsed[rnd.IntN(len(parsed))]; {
				case rnd.IntN(4) > 0 || other == nil:
					other = parsed[i]
					fallthrough
				default:
					sample(rnd, other, &b)
				}
				b.WriteString([]string{"", "", "\n", " ", `"`, ";", "é", "\xff", r.anchor.words[0], "\r\n", "="}[rnd.IntN(11)])
			}
			text := b.String()
			checkMatches(t, set, r, text)
			cut := rnd.IntN(len(text) + 1)
			checkMatches(t, set, r, text[:cut])
			checkMatches(t, set, r, text[cut:])
		}
	}
}

// TestMatchesInLargeWindows has windows that are searched in pieces.
func TestMatchesInLargeWindows(t *testing.T) {
	set, err := parseRules(builtin)
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(7, 8))
	for _, r := range set.rules {
		if r.id != "private-key" && r.id != "generic-api-key" {
			continue
		}
		parsed, err := syntax.Parse((*r.regex)().String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for b.Len() < 5*maxWindow {
			sample(rnd, parsed, &b)
			b.WriteString(strings.Repeat("some text\n", rnd.IntN(100)))
		}
		checkMatches(t, set, r, b.String())
	}
}

// TestSearchStops has a file that would take a minute.
func TestSearchStops(t *testing.T) {
	set, err := parseRules(builtin)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	used := func() time.Duration { // CPU time: other processes may be running
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano())
	}
	before := used()
	_, _, err = set.search(ctx, "a.txt", []byte(strings.Repeat("password=api_key=secret_token=", 160_000)))
	if took := used() - before; !errors.Is(err, context.DeadlineExceeded) || took > 20*time.Second {
		t.Errorf("it took %v: %v", took, err)
	}
}

// letters are what texts are made of: some are in loops, some end them.
var letters = []string{"a", "b", "c", "A", "B", "1", "-", " ", "\n", "é", "\xff", "ab", "bca"}

// expression generates a regular expression.
func expression(rnd *rand.Rand, depth int) string {
	atoms := []string{"ab", "abc", "bca", "cab1", "a", "b", `[ab]`, `[a-c1]`, `[^a]`, `.`, `\b`, `\B`, `^`, `$`, `(?m:^)`, `(?m:$)`, `\z`, `\s`, `\w`, `é`, `(?i:abc)`, `(?s:.)`, `(?i:[a-c])`, `(?i:bca)`}
	if depth == 0 || rnd.IntN(4) == 0 {
		return atoms[rnd.IntN(len(atoms))]
	}
	switch sub := expression(rnd, depth-1); rnd.IntN(9) {
	case 0:
		return "(?:" + sub + ")" + []string{"*", "+", "?", "*?", "+?", "??"}[rnd.IntN(6)]
	case 1:
		return "(?:" + sub + ")" + []string{"{2}", "{1,3}", "{0,2}", "{2,}", "{1,3}?", "{1,}?"}[rnd.IntN(6)]
	case 2:
		return "(" + sub + "|" + expression(rnd, depth-1) + ")"
	case 3:
		return "(" + sub + ")"
	default:
		out := sub
		for range 1 + rnd.IntN(3) {
			out += "(?:" + expression(rnd, depth-1) + ")"
		}
		return out
	}
}

// sample generates a text that re matches, or nearly: it ignores assertions.
func sample(rnd *rand.Rand, re *syntax.Regexp, b *strings.Builder) {
	times := func(least, most int) {
		if most < 0 || most > least+6 {
			most = least + 6
		}
		n := least
		if most > least {
			n += rnd.IntN(most - least + 1)
		}
		for range n {
			sample(rnd, re.Sub[0], b)
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		text := string(re.Rune)
		if re.Flags&syntax.FoldCase != 0 && rnd.IntN(2) == 0 {
			text = strings.ToUpper(text)
		}
		b.WriteString(text)
	case syntax.OpCharClass:
		i := 2 * rnd.IntN(len(re.Rune)/2)
		span := re.Rune[i+1] - re.Rune[i] + 1
		switch r := re.Rune[i] + rnd.Int32N(min(span, 128)); r {
		case 'ſ', '\u212a': // left out by anchors
			b.WriteRune('s')
		default:
			b.WriteRune(r)
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteString(letters[rnd.IntN(len(letters)-2)])
	case syntax.OpStar:
		times(0, -1)
	case syntax.OpPlus:
		times(1, -1)
	case syntax.OpQuest:
		times(0, 1)
	case syntax.OpRepeat:
		times(re.Min, re.Max)
	case syntax.OpAlternate:
		sample(rnd, re.Sub[rnd.IntN(len(re.Sub))], b)
	default:
		for _, sub := range re.Sub {
			sample(rnd, sub, b)
		}
	}
}
