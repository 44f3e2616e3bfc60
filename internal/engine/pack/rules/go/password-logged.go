//go:build ignore

package shop

import (
	"fmt"
	"log"
	"log/slog"
	"net/http"

	"github.com/sirupsen/logrus"
)

func login(w http.ResponseWriter, r *http.Request, user *account) {
	password := r.FormValue("password")
	// ruleid: go-password-logged
	log.Printf("login of %s with %s", user.Name, password)
	// ruleid: go-password-logged
	slog.Info("login", "name", user.Name, "password", user.Password)
	// ruleid: go-password-logged
	logrus.WithField("key", user.APIKey).Info("call")
	// ruleid: go-password-logged
	log.Println("trying " + r.FormValue("password"))
	// ok: go-password-logged
	log.Printf("login of %s", user.Name)
	// ok: go-password-logged
	slog.Info("login", "hash", user.PasswordHash, "ok", check(password))
	// ok: go-password-logged
	log.Println("wrong password")
}

func nested(l *log.Logger, c *client) {
	// ruleid: go-password-logged
	l.Println(fmt.Sprintf("key %s", c.accessKey))
	// ruleid: go-password-logged
	logrus.WithFields(nil).Debug("secret: " + c.GetClientSecret())
	// ok: go-password-logged
	l.Println(c.hasPassword, c.passwordField)
	// ok: go-password-logged
	l.Println("password")
}

func logIn(w http.ResponseWriter, r *http.Request) {
	givenPasswd := r.FormValue("passwd")
	// ruleid: go-password-logged
	fmt.Println(r.FormValue("mail"), ":", givenPasswd)
	// ok: go-password-logged
	fmt.Println(r.FormValue("mail"))
}

func showNew(password string) {
	// ok: go-password-logged
	fmt.Println("The new password:", password)
}
