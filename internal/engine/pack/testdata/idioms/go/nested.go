//go:build ignore

package main

import (
	"net/http"
	"os/exec"
	"strconv"
)

func nested(w http.ResponseWriter, r *http.Request) {
	n := len(must(exec.Command("sh", "-c", "ls "+r.FormValue("d")).Output()))                     // finds: go-command-injection
	m, _ := strconv.Atoi(string(must(exec.Command("sh", "-c", "wc "+r.FormValue("e")).Output()))) // finds: go-command-injection
	_, _ = n, m
}
