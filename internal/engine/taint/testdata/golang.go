package a

import "fmt"

var global = source()
var plain = "a"

type T struct {
	name string
	n    int
}

func assignment() {
	x := source()
	var y string = x
	sink(y) // flow
	y = "a"
	sink(y)
	y += x
	sink(y) // flow
	var a, b = "a", source()
	sink(a)
	sink(b) // flow
	a, b = b, a
	sink(a) // flow
	sink(b)
	v, err := load(x)
	sink(v) // flow
	sink(err)
	sink(sanitize(x))
	sink(global) // flow
	sink(plain)
	p := &x
	sink(*p)         // flow
	sink([]byte(x))  // flow
	sink(x[1:2])     // flow
	sink(x.(string)) // flow
	sink(len(x) == 1)
}

func strings_() {
	x := source()
	sink("a" + x)                // flow
	sink(fmt.Sprintf("a %s", x)) // flow
	var b strings.Builder
	b.WriteString(x)
	sink(b.String()) // flow
	io.WriteString(w, x)
	sink(io.EOF)
}

func containers() {
	t := T{name: source(), n: 1}
	sink(t.name) // flow
	sink(t.n)
	u := &T{name: "a"}
	u.name = source()
	sink(u.name) // flow
	sink(u.n)
	l := []string{"a", source()}
	sink(l[0])
	sink(l[1]) // flow
	m := map[string]string{"a": source(), "b": "c"}
	sink(m["a"]) // flow
	sink(m["b"])
	l = append(l, source())
	sink(l) // flow
	for i, e := range source() {
		sink(e) // flow
	}
	for _, e := range m {
		sink(e) // flow
	}
	for i := 0; i < 3; i++ {
		sink(m["b"]) // flow
		m["b"] = source()
	}
}

func control(c int, x string) string {
	if v, ok := find(source()); ok {
		sink(v) // flow
		sink(ok)
	} else if c == 2 {
		sink(v) // flow
	}
	switch y := source(); c {
	case 1:
		x = y
	case 2:
		sink(x)
		x = "b"
	default:
		return ""
	}
	sink(x) // flow
	switch t := get(source()).(type) {
	case string:
		sink(t) // flow
	}
	ch := make(chan string)
	ch <- source()
	sink(<-ch) // flow
	select {
	case v := <-ch:
		sink(v) // flow
	default:
		sink(c)
	}
	go func(s string) {
		sink(s) // flow
	}(source())
	defer func() {
		sink(c)
	}()
	f := func(s string) { sink(s) } // across
	f(source())
	return x
}

func handler(w http.ResponseWriter, evil *http.Request) { // parameter
	q := evil.URL.Query().Get("q")
	sink(q) // flow
	sink(w)
	both(w, q)
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		sink(q) // flow
		sink(r)
	})
}

func both(a, b string) {
	sink(a)
	sink(b) // across
}

func pair() (string, error) {
	return source(), nil
}

func (t *T) get() string {
	return t.name
}

func (t *T) set(x string, rest ...string) {
	t.name = x
}

func (t *T) show() {
	sink(t.name) // across
	sink(t.n)
}

func methods(t *T) {
	v, err := pair()
	sink(v) // across
	sink(err)
	t.set(source())
	sink(t.name)  // across
	sink(t.get()) // across
	sink(t.n)
	u := T{}
	u.set("a")
	sink(u.name)
	w := &T{name: source()}
	w.show()
}
