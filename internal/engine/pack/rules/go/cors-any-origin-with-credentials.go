//go:build ignore

package shop

import (
	"net/http"

	"github.com/gin-contrib/cors"
)

// ruleid: go-cors-any-origin-with-credentials
var a = cors.New(cors.Config{AllowAllOrigins: true, AllowCredentials: true})

// ruleid: go-cors-any-origin-with-credentials
var b = cors.New(cors.Config{AllowOrigins: []string{"*"}, AllowCredentials: true})

// ok: go-cors-any-origin-with-credentials
var c = cors.New(cors.Config{AllowOrigins: []string{"https://shop.test"}, AllowCredentials: true})

// ok: go-cors-any-origin-with-credentials
var d = cors.New(cors.Config{AllowAllOrigins: true})

func oneByOne() {
	config := cors.DefaultConfig()
	// ruleid: go-cors-any-origin-with-credentials
	config.AllowAllOrigins = true
	config.AllowCredentials = true
}

func oneByOneWithout() {
	config := cors.DefaultConfig()
	// ok: go-cors-any-origin-with-credentials
	config.AllowAllOrigins = true
}

func null(w http.ResponseWriter) {
	// ruleid: go-cors-any-origin-with-credentials
	w.Header().Set("Access-Control-Allow-Origin", "null")
	w.Header().Set("Access-Control-Allow-Credentials", "true")
}

func nullWithout(w http.ResponseWriter) {
	// ok: go-cors-any-origin-with-credentials
	w.Header().Set("Access-Control-Allow-Origin", "null")
}

// ruleid: go-cors-any-origin-with-credentials
var e = cors.New(cors.Config{AllowOriginFunc: func(string) bool { return true }, AllowCredentials: true})

// ok: go-cors-any-origin-with-credentials
var f = cors.New(cors.Config{AllowOriginFunc: func(string) bool { return true }})
