package generic

import (
	"fmt"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, test := range []struct{ name, pattern, text, want string }{
		{"words and signs, whatever the space", "a = b", "a   =\n b; a=b", "0-8 10-13"},
		{"a word as a whole", "set", "reset set", "6-9"},
		{"a metavariable is a word", "key $X;", "key one; key \"two\";", "0-8 $X=one"},
		{"the same twice", "$X = $X", "a = b\nc = c", "6-11 $X=c"},
		{"dots stop at the first", "a ... b", "a x b y b", "0-5"},
		{"dots reach ten lines", "a ... b", "a" + strings.Repeat("\nx", 10) + "\nb", ""},
		{"named dots", "a $...X b", "a x y b", "0-7 $...X= x y"},
		{"four dots are dots", "a....b", "a....b", "0-6"},
		{"dots at the end take the block", "b ...", "a\n  b c\nd", "4-7"},
		{"brackets", "f(...)", "f(x, y)", "0-7"},
		{"an indented block", "a:\n  ...\n  b: 1", "a:\n  c: 2\n  b: 1\n", "0-16"},
		{"an indented block of something else", "a:\n  b: 1", "a:\n  c: 2\nd:\n  b: 1\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := Compile(test.pattern, Options{Span: 10})
			if err != nil {
				t.Fatal(err)
			}
			found, err := p.Find(NewText([]byte(test.text), ""))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range found {
				s := fmt.Sprintf("%d-%d", m.Start, m.End)
				for _, b := range m.Bindings {
					s += " " + b.Name + "=" + test.text[b.Start:b.End]
				}
				got = append(got, s)
			}
			if s := strings.Join(got, " "); s != test.want {
				t.Errorf("got %q, want %q", s, test.want)
			}
		})
	}
}

func TestManyDotsEnd(t *testing.T) {
	p, err := Compile(strings.Repeat("a ... ", 30)+"b", Options{Span: 10})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Find(NewText([]byte(strings.Repeat("a ", 20000)), "")); err == nil {
		t.Error("it did not stop")
	}
}

func TestComments(t *testing.T) {
	p, err := Compile("a b", Options{Span: 10})
	if err != nil {
		t.Fatal(err)
	}
	for style, text := range map[string]string{"c": "a /* x\n */ b", "cpp": "a // x\nb", "shell": "a # x\nb"} {
		if found, _ := p.Find(NewText([]byte(text), style)); len(found) != 1 {
			t.Errorf("%s: %v", style, found)
		}
	}
}
