//go:build ignore

package shop

import (
	"net/http"

	"github.com/dop251/goja"
)

func formula(w http.ResponseWriter, r *http.Request) {
	vm := goja.New()
	// ruleid: go-code-injection
	vm.RunString(r.FormValue("formula"))
	// ok: go-code-injection
	vm.RunString("1 + 1")
}
