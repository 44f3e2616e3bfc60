//go:build ignore

package shop

import (
	"crypto/rand"
	"fmt"
	"net/http"

	"golang.org/x/oauth2"
)

const loginState = "shop-state"

func login(w http.ResponseWriter, r *http.Request, config *oauth2.Config) {
	// ruleid: go-oauth-constant-state
	http.Redirect(w, r, config.AuthCodeURL("state"), http.StatusFound)
	// ruleid: go-oauth-constant-state
	http.Redirect(w, r, config.AuthCodeURL(loginState, oauth2.AccessTypeOffline), http.StatusFound)

	verifier := oauth2.GenerateVerifier()
	remember(w, verifier)
	// ok: go-oauth-constant-state
	http.Redirect(w, r, config.AuthCodeURL("state", oauth2.S256ChallengeOption(verifier)), http.StatusFound)

	state := rand.Text()
	// ok: go-oauth-constant-state
	http.Redirect(w, r, config.AuthCodeURL(state), http.StatusFound)
}

func terminal(config *oauth2.Config) {
	// ok: go-oauth-constant-state
	url := config.AuthCodeURL("state-token", oauth2.AccessTypeOffline)
	fmt.Printf("Go to %v and bring the code back\n", url)
	var code string
	fmt.Scan(&code)
}

func ownMachine(w http.ResponseWriter, r *http.Request) {
	config := &oauth2.Config{ClientID: "shop", RedirectURL: "http://localhost:8080/back"}
	// ok: go-oauth-constant-state
	http.Redirect(w, r, config.AuthCodeURL("state"), http.StatusFound)
}
