package cli

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"

	"vigil/client"
)

// explain says of an error of a request what a person can do about it.
func explain(address string, err error) error {
	if refused, ok := errors.AsType[*client.Error](err); ok {
		return explainRefused(address, refused)
	}
	var noName *net.DNSError
	var untrusted *tls.CertificateVerificationError
	var wrongName x509.HostnameError
	var noJSON *json.SyntaxError
	var timeout net.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted")
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("there is no server at %s: start one with \"vigil serve\", or name another with --url, VIGIL_URL or \"vigil login\"", address)
	case errors.Is(err, http.ErrSchemeMismatch):
		return fmt.Errorf("the server at %s is not encrypted: its address begins with http://", address)
	case errors.As(err, &noName):
		return fmt.Errorf("the name of %s leads nowhere (%w): correct it with --url, VIGIL_URL or \"vigil login\"", address, noName)
	case errors.As(err, &wrongName), errors.As(err, &untrusted):
		return fmt.Errorf("the certificate of %s is not trusted; a private CA is trusted through SSL_CERT_FILE: %w", address, err)
	case errors.As(err, &noJSON):
		return fmt.Errorf("what answers at %s is no Vigil server: %w", address, err)
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Errorf("%s does not answer in time: %w", address, err)
	}
	return err
}

func explainRefused(address string, refused *client.Error) error {
	said := fmt.Errorf("the server answered %d: %s", refused.Status, plain(refused.Said.Message))
	switch {
	case refused.Status == http.StatusUnauthorized:
		return fmt.Errorf("%w Give a valid key for %s with \"vigil login\" or VIGIL_API_KEY", said, address)
	case refused.Status == http.StatusBadRequest:
		return usageError{said}
	case refused.Status >= http.StatusInternalServerError && refused.Said.RequestID != "":
		return fmt.Errorf("%w Its log says more of request %s", said, plain(refused.Said.RequestID))
	}
	return said
}
