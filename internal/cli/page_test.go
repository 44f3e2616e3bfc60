package cli

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCommandsOfThePages checks that every command in the documentation exists, with its flags.
func TestCommandsOfThePages(t *testing.T) {
	pages, err := filepath.Glob("../../docs/howto/*.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`(?m)(?:^    |\| |; )vigil ([a-z][^|<>\n\\]*)`)
	word := regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)
	n := 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range shown.FindAllStringSubmatch(string(text), -1) {
			root := newRoot()
			root.SetOut(io.Discard)
			c, args, err := root.Find(word.FindAllString(strings.SplitN(m[1], " #", 2)[0], -1))
			if err == nil {
				err = c.ParseFlags(args)
			}
			if err == nil && (c.HasSubCommands() || !c.HasParent()) {
				err = knownCommand(c, args)
			}
			if n++; err != nil {
				t.Errorf("%s: vigil %s: %v", filepath.Base(page), m[1], err)
			}
		}
	}
	if n < 30 {
		t.Errorf("found only %d commands", n)
	}
}
