package ir

import (
	"slices"
	"testing"
)

func TestEndedFirst(t *testing.T) {
	frames := []string{"%s", "%s;", "class __any__ { %s }", "!%s class __any__ {}"}
	for _, p := range []string{"f();", "if ($X) { f(); }", "f();\n...", "case $X:", "<?php f() ?>"} {
		if got := endedFirst(p, frames); !slices.Equal(got, frames) {
			t.Errorf("%q: %q", p, got)
		}
	}
	for _, p := range []string{"f($X)", "$X ", "@Name", `"..." + $X`} {
		if got := endedFirst(p, frames); !slices.Equal(got, []string{"%s;", "!%s class __any__ {}", "%s", "class __any__ { %s }"}) {
			t.Errorf("%q: %q", p, got)
		}
	}
}
