//go:build ignore

package shop

import (
	"crypto/rand"
	"net/http"

	"golang.org/x/oauth2"
)

const loginState = "shop-state"

func login(w http.ResponseWriter, r *http.Request, config *oauth2.Config) {
	// ruleid: go-oauth-constant-state
	http.Redirect(w, r, config.AuthCodeURL("state"), http.StatusFound)
	// ruleid: go-oauth-constant-state
	http.Redirect(w, r, config.AuthCodeURL(loginState, oauth2.AccessTypeOffline), http.StatusFound)

	state := rand.Text()
	// ok: go-oauth-constant-state
	http.Redirect(w, r, config.AuthCodeURL(state), http.StatusFound)
}
