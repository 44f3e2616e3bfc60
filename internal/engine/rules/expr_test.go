package rules_test

import (
	"strings"
	"testing"
	"time"

	"vigil/internal/engine/rules"
)

func TestExpr(t *testing.T) {
	values := map[string]any{"$N": int64(5), "$F": 2.5, "$S": "abc", "$B": true, "$C": rules.Code("foo.bar"), "$Q": rules.Code(`"42"`), "$D": "2020-02-01"}
	env := rules.Env{
		Now:   func() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) },
		Value: func(name string) (any, bool) { v, ok := values[name]; return v, ok },
	}
	for text, want := range map[string]bool{
		"$N > 4":                              true,
		"$N >= 5 and $N < 6":                  true,
		"4 < $N <= 5":                         true,
		"4 < $N < 5":                          false,
		"not $N == 5":                         false,
		"$N == 4 or $F == 2.5":                true,
		"$N % 2 == 1":                         true,
		"$N * 2 + 1 == 11":                    true,
		"2 ** 3 == 8":                         true,
		"-$N == 0 - 5":                        true,
		"0x10 == 16 and 0o17 == 15":           true,
		"$N & 4 == 4":                         true,
		"($N & 4) == 4":                       true,
		"7 // 2 == 3":                         true,
		"$S == 'abc'":                         true,
		`$S in ["x", "abc"]`:                  true,
		`$S not in ["x"]`:                     true,
		`"b" in $S`:                           true,
		"$B":                                  true,
		"len($S) == 3":                        true,
		"str($N) == '5'":                      true,
		"int('12') == 12":                     true,
		"int($Q) == 42":                       true,
		"str($C) == 'foo.bar'":                true,
		"$C == 'foo.bar'":                     false, // code is only compared by its text
		`re.match("a.c", $S)`:                 true,
		`re.match("bc", $S)`:                  false, // from the start
		`re.search("bc", $S)`:                 true,
		`re.match(".*\.bar", str($C))`:        true,
		"today() > strptime($D)":              true,
		`strptime("2030-01-01") < today()`:    false,
		"parse_promql_duration('1h') > 60000": true,
		"$UNBOUND > 3":                        false,
		"$N > 'a'":                            false,
		"1 / 0 == 1":                          false,
		"$S + 'd' == 'abcd'":                  true,
		"lower('AB') == 'ab' && abs(-3) == 3": true,
		"!($N == 4)":                          true,
	} {
		e, err := rules.ParseExpr(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := e.Bool(env); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	for _, text := range []string{"", "1 +", "(1", "[1", "a b", "f(", "re.match($X, 'a')", "'abc", "1 ; 2", strings.Repeat("(", 10000)} {
		if _, err := rules.ParseExpr(text); err == nil {
			t.Errorf("%q was parsed", text)
		}
	}
}

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]any{"1_000": int64(1000), "0x1F": int64(31), "10L": int64(10), "1.5f": 1.5, "2e3": 2000.0, "0b11": int64(3), "x": nil, "": nil, "Infinity": nil} {
		got, ok := rules.ParseNumber(text)
		if got != want || ok != (want != nil) {
			t.Errorf("%s: %v", text, got)
		}
	}
}
