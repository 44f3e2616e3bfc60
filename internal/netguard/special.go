package netguard

import (
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// A network is a range of addresses that no public service has.
type network struct {
	prefix netip.Prefix
	kind   string
}

func entry(prefix, kind string) network { return network{netip.MustParsePrefix(prefix), kind} }

// The special-purpose registries of IANA, also the entries that count as
// globally reachable: what is there is no service that anybody would run. Ranges
// that carry an IPv4 address inside (NAT64, 6to4, Teredo) are refused whole, for
// the gateway that unpacks it is one that we cannot see.
//
// https://www.iana.org/assignments/iana-ipv4-special-registry
// https://www.iana.org/assignments/iana-ipv6-special-registry
var special4 = []network{
	entry("0.0.0.0/8", "this host"),
	entry("10.0.0.0/8", "a private network"),
	entry("100.64.0.0/10", "a provider's inner network"),
	entry("127.0.0.0/8", "a loopback address"),
	entry("169.254.0.0/16", "a link-local address"),
	entry("172.16.0.0/12", "a private network"),
	entry("192.0.0.0/24", "an address of a protocol"),
	entry("192.0.2.0/24", "an address for documentation"),
	entry("192.31.196.0/24", "an address of AS112"),
	entry("192.52.193.0/24", "an address of a multicast relay"),
	entry("192.88.99.0/24", "a 6to4 relay"),
	entry("192.168.0.0/16", "a private network"),
	entry("192.175.48.0/24", "an address of AS112"),
	entry("198.18.0.0/15", "an address for benchmarks"),
	entry("198.51.100.0/24", "an address for documentation"),
	entry("203.0.113.0/24", "an address for documentation"),
	entry("224.0.0.0/4", "a multicast address"),
	entry("240.0.0.0/4", "a reserved address"),

	// Not in the registry: Azure gives each virtual machine its host's agent here.
	entry("168.63.129.16/32", "an address of a cloud's own service"),
}

// Of IPv6 only this much was ever given out for public use.
var global6 = netip.MustParsePrefix("2000::/3")

var special6 = []network{
	entry("2001::/23", "an address of a protocol"), // Teredo, benchmarks, ORCHID, …
	entry("2001:db8::/32", "an address for documentation"),
	entry("2002::/16", "a 6to4 address"),
	entry("2620:4f:8000::/48", "an address of AS112"),
	entry("3fff::/20", "an address for documentation"),
}

// Ranges outside global6, for their names alone.
var named6 = []network{
	entry("::/128", "this host"),
	entry("::1/128", "a loopback address"),
	entry("64:ff9b::/96", "a NAT64 address"),
	entry("64:ff9b:1::/48", "a NAT64 address"),
	entry("fc00::/7", "a private network"),
	entry("fe80::/10", "a link-local address"),
	entry("ff00::/8", "a multicast address"),
}

// special returns what an unmapped address is if it is not public, or "".
func special(a netip.Addr) string {
	within := func(list []network) string {
		if i := slices.IndexFunc(list, func(n network) bool { return n.prefix.Contains(a) }); i >= 0 {
			return list[i].kind
		}
		return ""
	}
	switch {
	case !a.IsValid():
		return "no address"
	case a.Is4():
		return within(special4)
	case !global6.Contains(a):
		if kind := within(named6); kind != "" {
			return kind
		}
		return "a reserved address"
	case isatap(a):
		return "an ISATAP address"
	}
	return within(special6)
}

// isatap reports whether the lower half of the address holds an IPv4 address to
// tunnel to (RFC 5214). The prefix may be anybody's.
func isatap(a netip.Addr) bool {
	b := a.As16()
	return b[8]&^0x03 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
}

// internalName reports whether a name is for use inside a network alone: it has one
// label, or a top-level domain that nobody was ever given. That is so for all names
// of a cluster (kubernetes.default.svc, vault.service.consul), for RFC 6761 (.local,
// .test) and for what people make up (.corp, .lan).
func internalName(host string) bool {
	host = strings.ToLower(host)
	i := strings.LastIndexByte(host, '.')
	tld := host[i+1:]
	if i < 0 || tld == "arpa" || tld == "onion" { // the last two are listed, though nobody serves receivers there
		return true
	}
	_, public := publicsuffix.PublicSuffix(tld)
	_, below := publicsuffix.PublicSuffix(host) // some, such as .np, are given out on the second level alone
	return !public && !below
}

// checkName refuses what is not plainly a host name, such as the many ways to
// write 127.0.0.1 that some resolvers take for an address.
func checkName(host string) error {
	bad := refused("must have a host name of letters, digits and hyphens between dots")
	if host == "" || len(host) > 253 {
		return bad
	}
	last := ""
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return bad
		}
		for i := range len(label) {
			c := label[i] | 0x20
			if !('a' <= c && c <= 'z' || '0' <= label[i] && label[i] <= '9' || label[i] == '-' || label[i] == '_') {
				return bad
			}
		}
		last = label
	}
	// No top-level domain begins with a digit: 127.1, 0x7f.1 and 2130706433 are numbers.
	if '0' <= last[0] && last[0] <= '9' {
		return refused("must have a host name, or an IP address in its usual form")
	}
	return nil
}
