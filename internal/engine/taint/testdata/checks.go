package main

import (
	"errors"
	"os"
)

func branches(other bool) {
	x := source()
	if allowed(x) {
		sink(x)
	} else {
		sink(x) // flow
	}
	sink(x) // flow
}

func guards(other bool) {
	x := source()
	if !allowed(x) {
		os.Exit(1)
	}
	sink(x)
	y := source()
	if allowed(y) != nil { // an error
		return
	}
	sink(y)
	z := source()
	if z == "" || denied(z) {
		panic(z)
	}
	sink(z)
	u := source()
	if other && !allowed(u) {
		return
	}
	sink(u) // flow
}

func isFine(v string) bool {
	if denied(v) {
		return false
	}
	return true
}

func asking() {
	x := source()
	if !isFine(x) {
		sink(x) // flow
		return
	}
	sink(x) // alone
}

func mustBe(v string) error {
	if denied(v) {
		return errors.New("no")
	}
	return nil
}

func kept(other bool) error {
	x := source()
	if err := mustBe(x); err != nil {
		sink(x) // flow
		return err
	}
	sink(x) // alone
	y := source()
	_, err := lookUp(mustBe(y))
	sink(y) // flow
	z := source()
	known := holds(z)
	if !known {
		return nil
	}
	sink(z)
	u := source()
	n := position(u)
	if n > 10 {
		return nil
	}
	return err
}

func switched(other string) {
	x := source()
	switch x {
	case "a", "b":
		sink(x)
	case other:
		sink(x) // flow
	default:
		sink(x) // flow
	}
	switch {
	case x == "a":
		sink(x) // flow
	}
}

func keyed(evil *http.Request) { // parameter
	if allowed(evil.URL.Query().Get("next")) {
		sink(evil.URL.Query().Get("next"))
		sink(evil.URL.Query().Get("other")) // flow
	}
}

func formed() {
	x := source()
	u, err := url.Parse(x)
	if err != nil || !allowed(u) {
		return
	}
	sink(x)
}
