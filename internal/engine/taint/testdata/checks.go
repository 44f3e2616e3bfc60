package main

import "os"

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
