//go:build ignore

package shop

import (
	"mime"
	"net/http"
	"net/mail"
	"net/smtp"
)

func contact(w http.ResponseWriter, r *http.Request, auth smtp.Auth) {
	message := "Subject: " + r.FormValue("subject") + "\r\n\r\nA question"
	// ruleid: go-mail-injection
	smtp.SendMail("mail:25", auth, "shop@shop.example", []string{"help@shop.example"}, []byte(message))
	// ruleid: go-mail-injection
	smtp.SendMail("mail:25", auth, "shop@shop.example", receivers(), []byte("Reset: https://"+r.Host+"/reset"))

	// ok: go-mail-injection
	smtp.SendMail("mail:25", auth, "shop@shop.example", []string{"help@shop.example"}, []byte("Subject: A question\r\n\r\n"+r.FormValue("text")))

	subject := mime.QEncoding.Encode("utf-8", r.FormValue("subject"))
	// ok: go-mail-injection
	smtp.SendMail("mail:25", auth, "shop@shop.example", []string{"help@shop.example"}, []byte("Subject: "+subject+"\r\n\r\nA question"))
}

func byHand(w http.ResponseWriter, r *http.Request, c *smtp.Client) {
	// ruleid: go-mail-injection
	c.Rcpt(r.FormValue("to"))

	to, err := mail.ParseAddress(r.FormValue("to"))
	if err != nil {
		return
	}
	// ok: go-mail-injection
	c.Rcpt(to.Address)
}
