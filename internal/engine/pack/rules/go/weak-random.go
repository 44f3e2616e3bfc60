//go:build ignore

package shop

import (
	"crypto/rand"
	"fmt"
	mathrand "math/rand"
	"time"
)

func shareToken() string {
	// ruleid: go-weak-random
	return fmt.Sprintf("%016x", mathrand.Int63())
}

func make2() {
	// ruleid: go-weak-random
	sessionID := fmt.Sprint(mathrand.Intn(1000000))
	_ = sessionID
	// ok: go-weak-random
	delay := mathrand.Intn(10)
	_ = time.Duration(delay)
}

func uploadToken() []byte {
	b := make([]byte, 16)
	// ok: go-weak-random
	rand.Read(b)
	return b
}

func shuffle(n int) int {
	// ok: go-weak-random
	return mathrand.Intn(n)
}

func verifyServers() {
	// ok: go-weak-random
	time.Sleep(time.Duration(mathrand.Int63n(100)))
}

func delayOfPassword() int64 {
	// ok: go-weak-random
	delayNanoseconds := 10 + int64(mathrand.Intn(1000))
	return delayNanoseconds
}
