//go:build ignore

package shop

import (
	"net/http"
	"regexp"

	"github.com/antchfx/xmlquery"
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
