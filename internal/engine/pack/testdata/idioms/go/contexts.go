//go:build ignore

package main

import (
	"net/http"
	"os/exec"
)

type box struct{ v string }

func (b *box) set(s string)               { b.v = s }
func (b box) get() string                 { return b.v }
func both(s string) (x string, err error) { x = s; return }
func ctx1(w http.ResponseWriter, r *http.Request) {
	a := r.FormValue("a")
	if err := exec.Command("sh", "-c", a).Run(); err != nil { // finds: go-command-injection
		return
	}
	if out, err := exec.Command("sh", "-c", a).Output(); err == nil && len(out) > 0 { // finds: go-command-injection
		return
	}
	ch := make(chan string, 1)
	ch <- a
	exec.Command("sh", "-c", <-ch).Run() // finds: go-command-injection
	var i any = a
	switch v := i.(type) {
	case string:
		exec.Command("sh", "-c", v).Run() // finds: go-command-injection
	}
	if s, ok := i.(string); ok {
		exec.Command("sh", "-c", s).Run() // finds: go-command-injection
	}
	b := &box{}
	b.set(a)
	exec.Command("sh", "-c", b.get()).Run() // finds: go-command-injection
	x, _ := both(a)
	exec.Command("sh", "-c", x).Run() // finds: go-command-injection
	c := box{v: a}
	p := &c
	exec.Command("sh", "-c", p.v).Run() // finds: go-command-injection
	m := map[string][]string{"k": {a}}
	exec.Command("sh", "-c", m["k"][0]).Run() // finds: go-command-injection
	fn := func() string { return a }
	exec.Command("sh", "-c", fn()).Run()                 // finds: go-command-injection
	defer func() { exec.Command("sh", "-c", a).Run() }() // finds: go-command-injection
	for i := range 2 {
		_ = i
		exec.Command("sh", "-c", a[i:]).Run() // finds: go-command-injection
	}
	arr := [2]string{"x", a}
	exec.Command("sh", "-c", arr[1]).Run() // finds: go-command-injection
	var q struct{ A string }
	q.A = a
	exec.Command("sh", "-c", q.A).Run() // finds: go-command-injection
	select {
	case v := <-ch:
		exec.Command("sh", "-c", v).Run() // finds: go-command-injection
	default:
	}
	s := []byte(a)
	exec.Command("sh", "-c", string(append([]byte("ls "), s...))).Run() // finds: go-command-injection
	cmd := exec.Command("sh")
	cmd.Args = append(cmd.Args, "-c", a) // finds: go-command-injection
	cmd.Run()
	exec.Command("sh", []string{"-c", a}...).Run() // finds: go-command-injection
}
