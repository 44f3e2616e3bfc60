// Package netguard prevents server-side request forgery (SSRF): it defines which
// addresses Vigil may connect to on behalf of tenants, and enforces it for webhooks,
// GitLab instances, and clones. Start with [Policy].
//
// The rule is public HTTPS: scheme https, port 443 or those of [Policy.Ports], a
// public host, no userinfo. It is applied twice, because a name can be pointed
// elsewhere after the check (DNS rebinding): [Policy.CheckURL] checks the text,
// [Policy.Control] the address that the kernel is about to dial. [Policy.Client] does
// both, follows no redirect, and uses no proxy. [Policy.Dial] is for connections other
// than our own HTTP, such as git's.
//
// Operators can allow networks of their own with [Policy.AllowNetworks]; tenants
// cannot.
package netguard

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
)

// Policy decides which addresses are allowed. The zero value allows public HTTPS and
// nothing else.
type Policy struct {
	// AllowNetworks are reachable although they are not public, on any port unless
	// there are Ports. HTTPS stays required. Names that only exist inside, such as
	// gitlab.corp, may be used if they lead into one of these networks.
	AllowNetworks []netip.Prefix
	// Ports are those that may be used, be the address public or not. None: 443 of
	// public addresses, and any of AllowNetworks.
	Ports Ports

	resolver *net.Resolver // nil: the system's; tests bring their own
}

// RefusedError says why the policy refuses an address. Reason continues the sentence
// "the address …" and is safe to show to tenants: it reveals no resolved address.
type RefusedError struct {
	Reason string
}

func (e *RefusedError) Error() string { return "the address " + e.Reason }

func refused(format string, args ...any) error {
	return &RefusedError{fmt.Sprintf(format, args...)}
}

// ParseNetworks parses a list such as "127.0.0.0/8, 10.20.0.0/16, fd00::/8". A single
// address stands for itself.
func ParseNetworks(list string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for s := range strings.SplitSeq(list, ",") {
		s = strings.TrimSpace(s)
		if s == "" {
			continue
		}
		n, err := netip.ParsePrefix(s)
		if a, e := netip.ParseAddr(s); e == nil && a.Zone() == "" {
			n, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		// Addresses are compared unmapped, so a mapped network would match none.
		if err != nil || n.Addr().Is4In6() {
			return nil, fmt.Errorf("%q is not a network such as 10.20.0.0/16 or fd00::/8", s)
		}
		networks = append(networks, n.Masked())
	}
	return networks, nil
}

// maxURL is more than anybody needs and less than what strains a log or a column.
const maxURL = 2048

// CheckURL applies the policy to the text of a URL, without DNS. A URL that passes may
// still be refused when it is dialed.
func (p Policy) CheckURL(raw string) (*url.URL, error) {
	if len(raw) > maxURL {
		return nil, refused("must be at most %d characters long", maxURL)
	}
	// Parsers differ about these, and one that differs from ours may be the one
	// that dials.
	for i := range len(raw) {
		if c := raw[i]; c <= ' ' || c >= 0x7f || c == '\\' {
			return nil, refused("must be plain ASCII without spaces and backslashes; write other letters as %%XX, in a host as xn--…")
		}
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return nil, refused("must be a URL such as https://example.com/path")
	case u.Scheme != "https" || u.Opaque != "" || u.Host == "":
		return nil, refused("must begin with https:// and a host")
	case u.User != nil:
		return nil, refused("must not carry a user name or password")
	case strings.Contains(raw, "#"):
		return nil, refused("must not have a fragment (#…)")
	}
	host, port, err := splitHost(u.Host)
	if err != nil {
		return nil, err
	}
	if err := p.checkHost(host, port); err != nil {
		return nil, err
	}
	return u, nil
}

// splitHost takes "host", "host:port", "[::1]:port" and "::1" apart. Without a
// port it is that of HTTPS.
func splitHost(s string) (host string, port uint16, err error) {
	if a, err := netip.ParseAddr(s); err == nil {
		return a.String(), 443, nil
	}
	host, digits := s, "443"
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		host, digits = s[:i], s[i+1:]
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil || n == 0 || strconv.FormatUint(n, 10) != digits {
		return "", 0, refused("must have a port between 1 and 65535, or none")
	}
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		if a, err := netip.ParseAddr(inner); !ok || err != nil || !a.Is6() {
			return "", 0, refused("must have an IPv6 address between its brackets")
		}
		host = inner
	}
	return host, uint16(n), nil
}

// checkHost applies what can be said without DNS.
func (p Policy) checkHost(host string, port uint16) error {
	if a, err := netip.ParseAddr(host); err == nil {
		return p.checkAddr(a, port, false)
	}
	if err := checkName(host); err != nil {
		return err
	}
	if len(p.AllowNetworks) > 0 {
		return p.checkPort(port, true) // whether the name may be used shows when it is resolved
	}
	if internalName(host) {
		return refused("must name a public host, and %q is a name for internal use", host)
	}
	return p.checkPort(port, false)
}

// checkPort applies the rule to a port of an address that is, or may be, in an
// allowed network, or is not.
func (p Policy) checkPort(port uint16, allowed bool) error {
	switch {
	case p.Ports != nil && !p.Ports.has(port):
		return refused("must use port %s", p.Ports)
	case p.Ports == nil && !allowed && port != 443:
		return refused("must use port 443")
	}
	return nil
}

// checkAddr applies the rule to an address that is about to be dialed. An
// internal name gives no right to talk to a public address: nobody is meant to
// own it there.
func (p Policy) checkAddr(a netip.Addr, port uint16, internal bool) error {
	if a.Zone() != "" {
		return refused("must not have a zone")
	}
	a = a.Unmap()
	for _, n := range p.AllowNetworks {
		if n.Contains(a) {
			return p.checkPort(port, true)
		}
	}
	if kind := special(a); kind != "" {
		return refused("leads to %s, which is not public", kind)
	}
	if internal {
		return refused("must name a public host, or one in an allowed network")
	}
	return p.checkPort(port, false)
}

// Control is for net.Dialer: it sees each address after resolution, just before it is
// dialed.
func (p Policy) Control(network, address string, _ syscall.RawConn) error {
	return p.control(network, address, false)
}

func (p Policy) control(network, address string, internal bool) error {
	a, err := netip.ParseAddrPort(address)
	if err != nil || (network != "tcp4" && network != "tcp6") {
		return refused("must be dialed by TCP")
	}
	return p.checkAddr(a.Addr(), a.Port(), internal)
}
