//go:build ignore

package shop

import (
	"encoding/json"
	"log"
	"log/slog"
	"net/http"

	"github.com/golang/glog"
	"github.com/sirupsen/logrus"
)

func hello(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	// ruleid: go-log-injection
	log.Printf("hello %s", name)
	// ruleid: go-log-injection
	log.Println("agent: " + r.UserAgent())
	// ok: go-log-injection
	log.Printf("hello %q", name)
	// ok: go-log-injection
	slog.Info("hello", "name", name)
	// ok: go-log-injection
	log.Printf("%d bytes", len(name))
	if err := check(name); err != nil {
		// ok: go-log-injection
		log.Println(err.Error())
	}
}

func others(w http.ResponseWriter, r *http.Request, logger *log.Logger) {
	// ruleid: go-log-injection
	logger.Printf("hello %s", r.FormValue("name"))
	// ruleid: go-log-injection
	logrus.Infof("hello %s", r.FormValue("name"))
	// ruleid: go-log-injection
	glog.Warning("hello " + r.FormValue("name"))
	// ok: go-log-injection
	logrus.Infof("hello %q", r.FormValue("name"))
	name, _ := json.Marshal(r.FormValue("name"))
	// ok: go-log-injection
	logger.Printf("hello %s", name)
}
