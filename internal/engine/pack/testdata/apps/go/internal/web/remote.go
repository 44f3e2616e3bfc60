package web

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/url"
	"strings"
)

var carriers = map[string]string{"post": "https://post.example.org/", "bike": "https://bike.example.org/"}

var lenient = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} // finds: go-tls-verification-off

var strict = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}}} // safe: go-tls-verification-off, go-tls-old-version

var old = &tls.Config{MinVersion: tls.VersionTLS10} // finds: go-tls-old-version

func (s *Server) track(w http.ResponseWriter, r *http.Request) {
	answer, err := http.Get(r.FormValue("url")) // finds: go-ssrf
	relay(w, answer, err)
}

func (s *Server) carrier(w http.ResponseWriter, r *http.Request) {
	base, ok := carriers[r.FormValue("carrier")]
	if !ok {
		http.Error(w, "carrier", http.StatusBadRequest)
		return
	}
	answer, err := strict.Get(base + "track?number=" + url.QueryEscape(r.FormValue("number"))) // safe: go-ssrf
	relay(w, answer, err)
}

func (s *Server) back(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.FormValue("to"), http.StatusFound) // finds: go-open-redirect
}

func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/parcels?place="+url.QueryEscape(r.FormValue("place")), http.StatusFound) // safe: go-open-redirect
}

func relay(w http.ResponseWriter, answer *http.Response, err error) {
	if err != nil {
		http.Error(w, "the carrier does not answer", http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	var text strings.Builder
	_, _ = io.Copy(&text, io.LimitReader(answer.Body, 1<<16))
	w.Header().Set("Content-Type", "text/plain")
	_, _ = io.WriteString(w, strings.ToUpper(answer.Status))
}
