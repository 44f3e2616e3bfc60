package remote

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
	"vigil/internal/cli/command"
)

// explain turns the error of a request into one that says what to do about it.
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
		return fmt.Errorf("there is no server at %s: start one with \"vigil serve\", or name another with --url, VIGIL_URL, or \"vigil login\"", address)
	case errors.Is(err, http.ErrSchemeMismatch):
		return fmt.Errorf("the server at %s is not encrypted: its address begins with http://", address)
	case errors.As(err, &noName):
		return fmt.Errorf("the host name of %s does not resolve (%w): correct it with --url, VIGIL_URL, or \"vigil login\"", address, noName)
	case errors.As(err, &wrongName), errors.As(err, &untrusted):
		return fmt.Errorf("the certificate of %s is not trusted; a private CA is trusted through SSL_CERT_FILE: %w", address, err)
	case errors.As(err, &noJSON):
		return fmt.Errorf("%s is not a Vigil server: %w", address, err)
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Errorf("%s did not answer in time: %w", address, err)
	}
	return err
}

func explainRefused(address string, refused *client.Error) error {
	said := fmt.Errorf("the server answered %d: %s", refused.Status, command.Plain(refused.Said.Message))
	switch {
	case refused.Status == http.StatusUnauthorized:
		return fmt.Errorf("%w Give a valid key for %s with \"vigil login\" or VIGIL_API_KEY", said, address)
	case refused.Status == http.StatusBadRequest:
		return command.AsUsage(said)
	case refused.Status >= http.StatusInternalServerError && refused.Said.RequestID != "":
		return fmt.Errorf("%w See its log for request %s", said, command.Plain(refused.Said.RequestID))
	}
	return said
}
