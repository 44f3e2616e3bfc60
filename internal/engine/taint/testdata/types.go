//go:build ignore

// numbers are harmless
package main

type order struct {
	ID    int
	Name  string
	Items []int64
	Raw   []byte
}

func decoded() {
	var o order
	infect(&o)
	sink(o.Name)  // flow
	sink(o.ID)    // alone
	sink(o.Items) // alone
	sink(o.Raw)   // flow
}

func number(s string) int { return weigh(s) }

func results() {
	sink(number(source())) // alone
}

func named(s string) (x string, err error) {
	x = s
	return
}

func names() {
	x, _ := named(source())
	sink(x) // flow
}
