//go:build ignore

package shop

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"github.com/antchfx/xmlquery"
	"github.com/antchfx/xpath"
)

var safeName = regexp.MustCompile(`^[a-z]+$`)

func find(doc *xmlquery.Node, w http.ResponseWriter, r *http.Request) {
	// ruleid: go-xpath-injection
	xmlquery.FindOne(doc, "//user[name='"+r.FormValue("name")+"']")
	// ok: go-xpath-injection
	xmlquery.FindOne(doc, "//user[1]")
	name := r.FormValue("name")
	if !safeName.MatchString(name) {
		return
	}
	// ok: go-xpath-injection
	xmlquery.Find(doc, "//user[name='"+name+"']")
}

func price(doc *xmlquery.Node, w http.ResponseWriter, r *http.Request) {
	text := fmt.Sprintf("//item[@id='%s']/price", r.PathValue("id"))
	// ruleid: go-xpath-injection
	compiled, err := xpath.Compile(text)
	_, _ = compiled, err
	number, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return
	}
	// ok: go-xpath-injection
	compiled, err = xpath.Compile(fmt.Sprintf("//item[@id='%d']/price", number))
}
