package rules

import (
	"slices"
	"strings"
	"testing"
)

func TestEndings(t *testing.T) {
	for text, want := range map[string]string{
		`(?i)^(.*\.)?(log|logger|winston)$`: "=LOG =LOGGER =WINSTON",
		`^(.*\.)?(log|logger)$`:             "=log =logger",
		`(?i)^\w*(password|api_key)$`:       "API_KEY PASSWORD",
		`^(\$this->)?(db|conn)\(\)$`:        "=conn =db",
		`^[rR]equest$`:                      "=Request",
		`^(a|\w+Id)$`:                       "", // one letter says too little
		`^.*$`:                              "",
		`^request`:                          "",
		`^(?!x)(request)$`:                  "", // not one of Go's
		`^\w+(File)+$`:                      "File",
		`^x-request$`:                       "=request",
		`^érequest$`:                        "request",
	} {
		re, err := NewRegexp(text, true)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range re.Endings() {
			mark := ""
			if e.Whole {
				mark = "="
			}
			got = append(got, mark+e.Text)
		}
		slices.Sort(got)
		if got := strings.Join(slices.Compact(got), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestEndsWith(t *testing.T) {
	re, err := NewRegexp(`(?i)^(.*\.)?(log|logger)(\(\))?$`, true)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"log": true, "app.LOGGER": true, "a.log()": true, "login": false, "": false, "lo": false, "log.x": false} {
		if got := EndsWith(text, re.Endings()); got != want {
			t.Errorf("%q: %v", text, got)
		}
		if re.Match(text) && !want {
			t.Errorf("%q matches", text)
		}
	}
}
