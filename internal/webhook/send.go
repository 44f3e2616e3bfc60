package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"syscall"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/netguard"
	"vigil/internal/store"
)

const (
	// attemptTime is how long an attempt may take in all, the answer's body
	// included. Whoever needs longer is asked to answer first and work later.
	attemptTime = 10 * time.Second
	// maxAnswer is how much of an answer is read, so that the connection can be
	// used again. What comes beyond it is not waited for.
	maxAnswer = 64 << 10
)

// try makes one request and says what became of it, and whether it ended only
// because its time was over. sent is called once the request is on its way.
func (s *Sender) try(ctx context.Context, url, secret string, d store.DueDelivery, sent func()) (a vigil.Attempt, timedOut bool) {
	began := time.Now()
	a = vigil.Attempt{ID: vigil.NewID(), DeliveryID: d.ID, CreatedAt: vigil.Now()}
	ctx, cancel := context.WithTimeout(ctx, s.within)
	defer cancel()
	var err error
	if a.StatusCode, a.Answer, err = s.post(ctx, url, secret, d, sent); err != nil {
		a.Error, timedOut = explain(err), isTimeout(err)
		s.Log.DebugContext(ctx, "attempt failed", "delivery_id", d.ID, "err", err)
	} else if a.StatusCode/100 != 2 {
		a.Error = fmt.Sprintf("the answer was %d, not 2xx", a.StatusCode)
	}
	a.Took = time.Since(began)
	return a, timedOut
}

func (s *Sender) post(ctx context.Context, url, secret string, d store.DueDelivery, sent func()) (status int, answer []byte, err error) {
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(w httptrace.WroteRequestInfo) {
		if w.Err == nil {
			sent()
		}
	}})
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(d.Payload))
	if err != nil {
		return 0, nil, err
	}
	r.Header = http.Header{
		"Content-Type":      {"application/json"},
		"User-Agent":        {"Vigil-Webhooks/1"},
		"Accept-Encoding":   {"identity"}, // nothing that could unfold
		api.SignatureHeader: {api.Sign(secret, time.Now(), d.Payload)},
		api.EventHeader:     {string(d.Type)},
		api.DeliveryHeader:  {string(d.ID)},
	}
	got, err := s.Client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer got.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(got.Body, vigil.MaxAnswer))
	if err == nil {
		_, err = io.CopyN(io.Discard, got.Body, maxAnswer-vigil.MaxAnswer)
	}
	if errors.Is(err, io.EOF) {
		err = ctx.Err() // a receiver that only ends because we hung up has not ended
	}
	return got.StatusCode, answer, err
}

func isTimeout(err error) bool {
	e, ok := errors.AsType[net.Error](err)
	return ok && e.Timeout() || errors.Is(err, context.DeadlineExceeded)
}

// explain says to the owner of a webhook why there was no answer. It names no
// address: what a name leads to from here is nobody's business.
func explain(err error) string {
	if refused, ok := errors.AsType[*netguard.RefusedError](err); ok {
		return refused.Error()
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		if e.IsNotFound {
			return "the host does not exist"
		}
		return "the host could not be looked up"
	}
	if e, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "the certificate is not valid: " + explainCertificate(e.Err)
	}
	if isTimeout(err) {
		if e, ok := errors.AsType[*net.OpError](err); ok && e.Op == "dial" {
			return "no connection in time"
		}
		return fmt.Sprintf("no complete answer within %s", attemptTime)
	}
	if e, ok := errors.AsType[syscall.Errno](err); ok {
		return "the connection failed: " + e.Error()
	}
	switch text := err.Error(); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), strings.Contains(text, "server closed"):
		return "the connection was closed without a complete answer"
	case strings.Contains(text, "HTTP response to HTTPS client"):
		return "the receiver does not speak HTTPS"
	case strings.Contains(text, "tls: "):
		return "the connection could not be secured by TLS"
	case strings.Contains(text, "malformed HTTP"):
		return "the receiver does not speak HTTP"
	}
	return "the request failed"
}

func explainCertificate(err error) string {
	if e, ok := errors.AsType[x509.CertificateInvalidError](err); ok && e.Reason == x509.Expired {
		return "it has expired, or is not valid yet"
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return "it is for another host"
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return "nobody we trust has signed it"
	}
	return "it cannot be verified"
}
