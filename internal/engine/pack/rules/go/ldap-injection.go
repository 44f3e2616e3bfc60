//go:build ignore

package shop

import (
	"fmt"
	"net/http"

	"github.com/go-ldap/ldap/v3"
)

func find(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	filter := fmt.Sprintf("(uid=%s)", name)
	// ruleid: go-ldap-injection
	ldap.NewSearchRequest("dc=shop", 2, 0, 0, 0, false, filter, nil, nil)
	safe := fmt.Sprintf("(uid=%s)", ldap.EscapeFilter(name))
	// ok: go-ldap-injection
	ldap.NewSearchRequest("dc=shop", 2, 0, 0, 0, false, safe, nil, nil)
}

func group(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-ldap-injection
	ldap.NewSearchRequest("ou="+r.PathValue("team")+",dc=shop", 2, 0, 0, 0, false, "(objectClass=person)", nil, nil)
	// ok: go-ldap-injection
	ldap.NewSearchRequest("ou="+ldap.EscapeDN(r.PathValue("team"))+",dc=shop", 2, 0, 0, 0, false, "(objectClass=person)", nil, nil)
	// ruleid: go-ldap-injection
	request := ldap.SearchRequest{BaseDN: "dc=shop", Filter: "(mail=" + r.FormValue("mail") + ")"}
	_ = request
}
