//go:build ignore

package shop

import "golang.org/x/crypto/bcrypt"

func hash(p []byte) {
	// ruleid: go-bcrypt-low-cost
	bcrypt.GenerateFromPassword(p, 4)
	// ruleid: go-bcrypt-low-cost
	bcrypt.GenerateFromPassword(p, bcrypt.MinCost)
	// ok: go-bcrypt-low-cost
	bcrypt.GenerateFromPassword(p, 12)
	// ok: go-bcrypt-low-cost
	bcrypt.GenerateFromPassword(p, bcrypt.DefaultCost)
}
