package web

import (
	"net/http"

	"parcels/internal/auth"
)

func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	token := auth.SessionToken()
	http.SetCookie(w, &http.Cookie{Name: "session", Value: token, HttpOnly: true, Secure: true, SameSite: http.SameSiteLaxMode}) // safe: go-cookie-not-secure, go-cookie-readable-by-scripts
}

func (s *Server) visit(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: "session_visit", Value: auth.VisitToken(), HttpOnly: true}) // finds: go-cookie-not-secure
}
