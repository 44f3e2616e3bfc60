package netguard

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// CheckHost resolves a host, with or without a port, and applies the policy to each of
// its addresses. A host that passes may still be refused when it is dialed.
func (p Policy) CheckHost(ctx context.Context, host string) error {
	host, port, err := splitHost(host)
	if err != nil {
		return err
	}
	if err := p.checkHost(host, port); err != nil {
		return err
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return nil
	}
	resolver := p.resolver
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	addrs, err := resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return fmt.Errorf("resolve %s: %w", host, err)
	}
	for _, a := range addrs {
		if err := p.checkAddr(a, port, internalName(host)); err != nil {
			return err
		}
	}
	return nil
}

// Client returns an HTTP client restricted to what the policy allows. It returns
// redirects instead of following them, and uses no proxy. Reuse it: it pools
// connections.
func (p Policy) Client(timeout time.Duration) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		Transport:     guarded{p, p.transport()},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (p Policy) transport() *http.Transport {
	return &http.Transport{
		Proxy:                  nil, // a proxy would dial for us, and not ask us
		DialContext:            func(ctx context.Context, _, address string) (net.Conn, error) { return p.Dial(ctx, address) },
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    5 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConns:           500,
		MaxIdleConnsPerHost:    100, // many webhooks can have one host, and TLS is dear to begin with
	}
}

// Dial connects by TCP to a host and port, if the policy allows the address that the
// host resolves to now.
func (p Policy) Dial(ctx context.Context, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	_, err = netip.ParseAddr(host)
	internal := err != nil && internalName(host)
	d := net.Dialer{Timeout: 5 * time.Second, Resolver: p.resolver, Control: func(network, address string, _ syscall.RawConn) error {
		return p.control(network, address, internal)
	}}
	return d.DialContext(ctx, "tcp", address)
}

// guarded checks the text of each request's address, so that a caller who forgot
// to has not opened a door.
type guarded struct {
	policy Policy
	next   *http.Transport
}

func (g guarded) RoundTrip(r *http.Request) (*http.Response, error) {
	if _, err := g.policy.CheckURL(r.URL.String()); err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	return g.next.RoundTrip(r)
}

// CloseIdleConnections implements the hook of http.Client.CloseIdleConnections.
func (g guarded) CloseIdleConnections() { g.next.CloseIdleConnections() }
