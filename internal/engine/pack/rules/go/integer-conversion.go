//go:build ignore

package shop

import (
	"math"
	"net/http"
	"strconv"
)

func count(r *http.Request) int32 {
	n, err := strconv.Atoi(r.FormValue("count"))
	if err != nil {
		return 0
	}
	// ruleid: go-integer-conversion
	return int32(n)
}

func port(text string) uint16 {
	p, _ := strconv.ParseUint(text, 10, 64)
	// ruleid: go-integer-conversion
	return uint16(p)
}

func percent(text string) uint8 {
	p, _ := strconv.ParseInt(text, 10, 16)
	// ruleid: go-integer-conversion
	return uint8(p)
}

func exact(text string) uint16 {
	p, _ := strconv.ParseUint(text, 10, 16)
	// ok: go-integer-conversion
	return uint16(p)
}

func wider(text string) int64 {
	n, _ := strconv.Atoi(text)
	// ok: go-integer-conversion
	return int64(n)
}

func limited(text string) int32 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > math.MaxInt32 || n < math.MinInt32 {
		return 0
	}
	// ok: go-integer-conversion
	return int32(n)
}

func onlyBelow(text string) int32 {
	n, _ := strconv.Atoi(text)
	if n < 0 {
		return 0
	}
	// ruleid: go-integer-conversion
	return int32(n)
}

func letter(text string, i int) byte {
	// ok: go-integer-conversion
	return byte(text[i])
}

func unsigned(text string) int32 {
	n, _ := strconv.ParseUint(text, 10, 32)
	// ruleid: go-integer-conversion
	return int32(n)
}

func unsignedKept(text string) uint32 {
	n, _ := strconv.ParseUint(text, 10, 32)
	// ok: go-integer-conversion
	return uint32(n)
}

func level(text string) byte {
	n, _ := strconv.Atoi(text)
	// ruleid: go-integer-conversion
	return byte(n)
}
