package api

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The headers of a delivery.
const (
	SignatureHeader = "X-Service-Signature"
	EventHeader     = "X-Service-Event"
	DeliveryHeader  = "X-Service-Delivery"
)

// Tolerance is the maximum difference between the signature's time and the receiver's
// clock.
const Tolerance = 300 * time.Second

// Errors of Verify.
var (
	ErrSignatureMalformed = errors.New("the signature is not of the form t=<unix seconds>,v1=<hex>")
	ErrSignatureTooOld    = errors.New("the signature is too old, or from the future")
	ErrSignatureWrong     = errors.New("the signature does not fit the body and the secret")
)

// Sign returns the value of SignatureHeader for a body sent at t. The secret is used
// as is, including "whsec_".
func Sign(secret string, t time.Time, body []byte) string {
	seconds := strconv.FormatInt(t.Unix(), 10)
	return "t=" + seconds + ",v1=" + hex.EncodeToString(signature(secret, seconds, body))
}

func signature(secret, seconds string, body []byte) []byte {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(seconds))
	h.Write([]byte("."))
	h.Write(body)
	return h.Sum(nil)
}

// Verify returns nil if the delivery was signed with the secret within Tolerance of
// now. header is the value of SignatureHeader and body the raw bytes: re-serialized
// JSON has another signature. If the header has several v1, one match is enough.
func Verify(secret, header string, body []byte, now time.Time) error {
	var seconds string
	var given [][]byte
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			if seconds != "" {
				return ErrSignatureMalformed
			}
			seconds = value
		case "v1":
			sum, err := hex.DecodeString(value)
			if err != nil {
				return fmt.Errorf("%w: %w", ErrSignatureMalformed, err)
			}
			given = append(given, sum)
		}
	}
	t, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || len(given) == 0 {
		return ErrSignatureMalformed
	}
	fits := false
	want := signature(secret, seconds, body)
	for _, sum := range given {
		fits = hmac.Equal(sum, want) || fits // in constant time
	}
	switch age := now.Sub(time.Unix(t, 0)); {
	case !fits:
		return ErrSignatureWrong
	case age > Tolerance || age < -Tolerance:
		return ErrSignatureTooOld
	}
	return nil
}
