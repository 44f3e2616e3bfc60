//go:build ignore

package shop

import (
	"net/http"

	"github.com/Knetic/govaluate"
	"github.com/dop251/goja"
	"github.com/gin-gonic/gin"
	"github.com/robertkrimen/otto"
)

func formula(w http.ResponseWriter, r *http.Request) {
	vm := goja.New()
	// ruleid: go-code-injection
	vm.RunString(r.FormValue("formula"))
	// ok: go-code-injection
	vm.RunString("1 + 1")
}

func price(c *gin.Context) {
	// ruleid: go-code-injection
	expression, err := govaluate.NewEvaluableExpression(c.Query("expression"))
	_, _ = expression, err
	// ok: go-code-injection
	expression, err = govaluate.NewEvaluableExpression("price * count")
	expression.Evaluate(map[string]any{"price": c.Query("price"), "count": 2})
}

func script(w http.ResponseWriter, r *http.Request) {
	vm := otto.New()
	text := "var shop = " + r.URL.Query().Get("shop")
	// ruleid: go-code-injection
	vm.Run(text)
	vm.Set("shop", r.URL.Query().Get("shop"))
	// ok: go-code-injection
	vm.Run("open(shop)")
}
