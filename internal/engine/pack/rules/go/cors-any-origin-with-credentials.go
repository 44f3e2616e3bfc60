//go:build ignore

package shop

import "github.com/gin-contrib/cors"

// ruleid: go-cors-any-origin-with-credentials
var a = cors.New(cors.Config{AllowAllOrigins: true, AllowCredentials: true})

// ruleid: go-cors-any-origin-with-credentials
var b = cors.New(cors.Config{AllowOrigins: []string{"*"}, AllowCredentials: true})

// ok: go-cors-any-origin-with-credentials
var c = cors.New(cors.Config{AllowOrigins: []string{"https://shop.test"}, AllowCredentials: true})

// ok: go-cors-any-origin-with-credentials
var d = cors.New(cors.Config{AllowAllOrigins: true})
