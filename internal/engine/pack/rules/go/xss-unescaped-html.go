//go:build ignore

package shop

import (
	"html/template"
	"net/http"

	"github.com/gin-gonic/gin"
)

var page = template.Must(template.New("p").Parse(`{{.}}`))

func show(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-xss-unescaped-html
	page.Execute(w, template.HTML("<b>"+r.FormValue("q")+"</b>"))
	// ok: go-xss-unescaped-html
	page.Execute(w, template.HTML("<b>"+template.HTMLEscapeString(r.FormValue("q"))+"</b>"))
	// ok: go-xss-unescaped-html
	page.Execute(w, template.HTML("<b>constant</b>"))
}

func link(c *gin.Context) {
	// ruleid: go-xss-unescaped-html
	c.HTML(200, "page", gin.H{"link": template.URL(c.Query("link"))})
	// ok: go-xss-unescaped-html
	c.HTML(200, "page", gin.H{"link": c.Query("link")})
}
