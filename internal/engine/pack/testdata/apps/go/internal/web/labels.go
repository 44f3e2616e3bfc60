package web

import (
	"net/http"
	"os/exec"
	"strconv"

	"parcels/internal/labels"
)

func (s *Server) label(w http.ResponseWriter, r *http.Request) {
	if err := labels.Render(r.FormValue("text"), r.FormValue("size")); err != nil {
		http.Error(w, "label", http.StatusInternalServerError)
	}
}

func (s *Server) print(w http.ResponseWriter, r *http.Request) {
	printer := r.FormValue("printer")
	if err := exec.Command("sh", "-c", "lp -d "+printer+" /srv/label.pdf").Run(); err != nil { // finds: go-command-injection
		http.Error(w, "print", http.StatusInternalServerError)
	}
}

func (s *Server) copies(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.FormValue("copies"))
	if err != nil {
		http.Error(w, "copies", http.StatusBadRequest)
		return
	}
	if err := exec.Command("sh", "-c", "lp -n "+strconv.Itoa(n)+" /srv/label.pdf").Run(); err != nil { // safe: go-command-injection
		http.Error(w, "print", http.StatusInternalServerError)
	}
}
