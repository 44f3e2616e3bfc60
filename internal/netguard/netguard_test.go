package netguard

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func isRefused(err error) bool {
	e, ok := errors.AsType[*RefusedError](err)
	return ok && e.Reason != ""
}

func TestCheckURL(t *testing.T) {
	n := 0
	for _, h := range hostile {
		t.Run(h.trick, func(t *testing.T) {
			for _, raw := range h.urls {
				if u, err := (Policy{}).CheckURL(raw); !isRefused(err) || u != nil {
					t.Errorf("%q: %v, %v", raw, u, err)
				}
			}
		})
		n += len(h.urls)
	}
	if n < 200 {
		t.Errorf("only %d hostile addresses", n)
	}
	for _, raw := range good {
		if u, err := (Policy{}).CheckURL(raw); err != nil || u == nil {
			t.Errorf("%q: %v", raw, err)
		}
	}
	if _, err := (Policy{}).CheckURL("https://hook.com/" + strings.Repeat("x", maxURL)); !isRefused(err) {
		t.Errorf("long address: %v", err)
	}
	if _, err := (Policy{}).CheckURL("https://user:hunter2@hook.com/"); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("the reason shows the password: %v", err)
	}
}

func TestAllowedNetworks(t *testing.T) {
	networks, err := ParseNetworks("127.0.0.0/8, 10.20.0.0/16,fd00::/8 ,192.168.7.7,")
	if err != nil || len(networks) != 4 {
		t.Fatal(networks, err)
	}
	p := Policy{AllowNetworks: networks}
	for _, raw := range []string{"https://127.0.0.1:8443/", "https://10.20.3.4:9/", "https://[fd00::1]:8443/", "https://[::ffff:127.0.0.1]/", "https://192.168.7.7/",
		"https://gitlab.corp/", "https://localhost:8443/", "https://hook.com:8443/", "https://8.8.8.8/"} {
		if _, err := p.CheckURL(raw); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
	}
	for _, raw := range []string{"http://127.0.0.1:8443/", "https://user@127.0.0.1/", "https://10.21.0.1/", "https://192.168.7.8/", "https://169.254.169.254/",
		"https://8.8.8.8:8443/", "https://127.1/", "https://[fe80::1%25lo]/", "https://[64:ff9b::127.0.0.1]/"} {
		if _, err := p.CheckURL(raw); !isRefused(err) {
			t.Errorf("%s: %v", raw, err)
		}
	}
	for _, bad := range []string{"127.0.0.0/33", "localhost", "10.0.0.0/8;", "::ffff:127.0.0.0/104", "fe80::1%lo", "10.0.0.0/8 11.0.0.0/8"} {
		if n, err := ParseNetworks(bad); err == nil {
			t.Errorf("%q: %v", bad, n)
		}
	}
	if n, err := ParseNetworks(""); n != nil || err != nil {
		t.Error(n, err)
	}
}

func TestPorts(t *testing.T) {
	any, err := ParsePorts("")
	if err != nil {
		t.Fatal(err)
	}
	some, err := ParsePorts(" 443, 8443,9000-9010")
	if err != nil || some.String() != "443, 8443, 9000-9010" {
		t.Fatal(some, err)
	}
	open := []netip.Prefix{netip.MustParsePrefix("10.20.0.0/16")}
	for _, c := range []struct {
		policy Policy
		good   string
		bad    string
	}{
		{Policy{}, "hook.com 8.8.8.8:443", "hook.com:8443 8.8.8.8:8443"},
		{Policy{Ports: any}, "hook.com hook.com:8443 8.8.8.8:22 8.8.8.8:65535", "10.20.0.1:8443 kubernetes.default.svc:8443 hook.com:0"},
		{Policy{Ports: some}, "hook.com hook.com:8443 8.8.8.8:9000 8.8.8.8:9010", "hook.com:22 8.8.8.8:8999 8.8.8.8:9011"},
		{Policy{AllowNetworks: open}, "10.20.0.1:22 hook.com:8443", "8.8.8.8:8443"}, // where the name leads shows later
		{Policy{AllowNetworks: open, Ports: some}, "10.20.0.1:8443 8.8.8.8:8443 hook.com:9000", "10.20.0.1:22 hook.com:22 gitlab.corp:22"},
	} {
		for host := range strings.FieldsSeq(c.good) {
			if _, err := c.policy.CheckURL("https://" + host + "/"); err != nil {
				t.Errorf("%v, %s: %v", c.policy, host, err)
			}
		}
		for host := range strings.FieldsSeq(c.bad) {
			if _, err := c.policy.CheckURL("https://" + host + "/"); !isRefused(err) {
				t.Errorf("%v, %s: %v", c.policy, host, err)
			}
		}
	}
	if err := (Policy{Ports: some}).Control("tcp4", "8.8.8.8:22", nil); !isRefused(err) || !strings.Contains(err.Error(), "443, 8443, 9000-9010") {
		t.Errorf("%v", err)
	}
	for _, bad := range []string{"0", "65536", "x", "443,", "10-9", "1-2-3", "-", "443;80", "+443"} {
		if p, err := ParsePorts(bad); err == nil {
			t.Errorf("%q: %v", bad, p)
		}
	}
}

// dns is a resolver that answers from a function and asks nobody.
func dns(answer func(name string) []string) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			defer theirs.Close()
			for {
				var length [2]byte
				if _, err := io.ReadFull(theirs, length[:]); err != nil {
					return
				}
				query := make([]byte, binary.BigEndian.Uint16(length[:]))
				if _, err := io.ReadFull(theirs, query); err != nil {
					return
				}
				reply := dnsReply(query, answer)
				if _, err := theirs.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(reply))), reply...)); err != nil {
					return
				}
			}
		}()
		return ours, nil
	}}
}

// dnsReply answers a query for A or AAAA as RFC 1035 lays it out.
func dnsReply(query []byte, answer func(string) []string) []byte {
	var labels []string
	i := 12
	for query[i] != 0 {
		n := int(query[i])
		labels = append(labels, string(query[i+1:i+1+n]))
		i += n + 1
	}
	kind := binary.BigEndian.Uint16(query[i+1:])
	var records []byte
	count := 0
	for _, s := range answer(strings.ToLower(strings.Join(labels, "."))) {
		a := netip.MustParseAddr(s)
		if (kind == 1) != a.Is4() || (kind == 28) != a.Is6() {
			continue
		}
		records = append(records, 0xc0, 12, byte(kind>>8), byte(kind), 0, 1, 0, 0, 0, 0, 0, byte(a.BitLen()/8))
		records = append(records, a.AsSlice()...)
		count++
	}
	head := append([]byte{}, query[:2]...)
	head = append(head, 0x81, 0x80, 0, 1, 0, byte(count), 0, 0, 0, 0)
	head = append(head, query[12:i+5]...)
	return append(head, records...)
}

func TestNamesThatLeadInside(t *testing.T) {
	p := Policy{resolver: dns(func(name string) []string { return pointed[name] })}
	c := p.Client(5 * time.Second)
	for name, addrs := range pointed {
		if err := p.CheckHost(t.Context(), name); !isRefused(err) {
			t.Errorf("%s: %v", name, err)
		} else if strings.Contains(err.Error(), addrs[len(addrs)-1]) {
			t.Errorf("%s: the reason shows where the name leads: %v", name, err)
		}
		if len(addrs) > 1 {
			continue // the client may well dial the other address
		}
		resp, err := c.Get("https://" + name + "/")
		if !isRefused(err) {
			t.Errorf("client, %s: %v, %v", name, resp, err)
		}
	}
	if err := p.CheckHost(t.Context(), "nowhere.hook.com"); err == nil || isRefused(err) {
		t.Errorf("a name without addresses: %v", err)
	}
}

func TestCheckHost(t *testing.T) {
	p := Policy{resolver: dns(func(name string) []string {
		return map[string][]string{"hook.com": {"93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"}, "gitlab.corp": {"10.20.0.9"}, "db.corp": {"93.184.216.34"}, "hooks.default.svc": {"10.20.0.10"}, "kubernetes.default.svc": {"10.96.0.1"}, "hooks": {"10.20.0.11"}}[name]
	})}
	for _, host := range []string{"hook.com", "hook.com:443", "8.8.8.8", "2001:4860:4860::8888", "[2001:4860:4860::8888]:443"} {
		if err := p.CheckHost(t.Context(), host); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, host := range []string{"", "hook.com:22", "gitlab.corp", "127.0.0.1", "::1", "[::1]:443", "localhost", "127.1", "hook.com:", "[127.0.0.1]", "-x.com"} {
		if err := p.CheckHost(t.Context(), host); !isRefused(err) {
			t.Errorf("%s: %v", host, err)
		}
	}

	p.AllowNetworks = []netip.Prefix{netip.MustParsePrefix("10.20.0.0/16")}
	for host, ok := range map[string]bool{"gitlab.corp": true, "gitlab.corp:8443": true, "hook.com": true, "hook.com:8443": false, "db.corp": false, "10.20.0.1:1": true, "10.21.0.1": false,
		"hooks.default.svc": true, "hooks": true, "HOOKS.default.SVC:8443": true, "kubernetes.default.svc": false} {
		if err := p.CheckHost(t.Context(), host); (err == nil) != ok {
			t.Errorf("with a network allowed, %s: %v", host, err)
		}
	}
}

// TestRebinding points a name to a public address when it is checked, and to
// loopback when it is dialed.
func TestRebinding(t *testing.T) {
	var asked atomic.Int32
	p := Policy{resolver: dns(func(string) []string {
		if asked.Add(1) <= 2 { // A and AAAA
			return []string{"93.184.216.34"}
		}
		return []string{"127.0.0.1"}
	})}
	if err := p.CheckHost(t.Context(), "rebind.hook.com"); err != nil {
		t.Fatal(err)
	}
	if resp, err := p.Client(5 * time.Second).Get("https://rebind.hook.com/"); !isRefused(err) {
		t.Errorf("%v, %v", resp, err)
	}
}

func TestDial(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var accepted atomic.Int32
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			accepted.Add(1)
			c.Close()
		}
	}()
	d := net.Dialer{Control: Policy{}.Control}
	if _, err := d.Dial("tcp", l.Addr().String()); !isRefused(err) {
		t.Errorf("by default: %v", err)
	}
	if accepted.Load() != 0 {
		t.Error("it was dialed all the same")
	}
	open := Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	d.Control = open.Control
	c, err := d.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatalf("allowed: %v", err)
	}
	c.Close()

	for _, c := range []struct {
		network, address string
		ok               bool
	}{
		{"tcp4", "8.8.8.8:443", true}, {"tcp6", "[2001:4860:4860::8888]:443", true}, {"tcp4", "8.8.8.8:80", false},
		{"udp4", "8.8.8.8:443", false}, {"unix", "/run/docker.sock", false}, {"tcp6", "[::ffff:127.0.0.1]:443", false}, {"tcp6", "[fe80::1%lo]:443", false},
	} {
		if err := (Policy{}).Control(c.network, c.address, nil); (err == nil) != c.ok {
			t.Errorf("%s %s: %v", c.network, c.address, err)
		}
	}
}

func TestClient(t *testing.T) {
	var hits atomic.Int32
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "/hit", http.StatusTemporaryRedirect)
		}
	}))
	defer s.Close()
	t.Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
	trusting := func(p Policy) *http.Client {
		c := p.Client(5 * time.Second)
		c.Transport.(guarded).next.TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig
		return c
	}

	if _, err := trusting(Policy{}).Get(s.URL + "/hit"); !isRefused(err) || hits.Load() != 0 {
		t.Errorf("by default: %v", err)
	}
	c := trusting(Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	defer c.CloseIdleConnections()
	for path, status := range map[string]int{"/hit": 200, "/away": http.StatusTemporaryRedirect} {
		resp, err := c.Get(s.URL + path)
		if err != nil || resp.StatusCode != status {
			t.Fatalf("%s: %v, %v", path, resp, err)
		}
		resp.Body.Close()
	}
	if hits.Load() != 2 {
		t.Errorf("%d requests: the redirect was followed", hits.Load())
	}
	if _, err := c.Get(strings.Replace(s.URL, "https", "http", 1)); !isRefused(err) {
		t.Errorf("without TLS: %v", err)
	}
	if _, err := c.Get("https://0.0.0.0" + s.URL[strings.LastIndexByte(s.URL, ':'):]); !isRefused(err) {
		t.Errorf("0.0.0.0, which the kernel takes for loopback: %v", err)
	}
}

func FuzzCheckURL(f *testing.F) {
	for _, h := range hostile {
		f.Add(h.urls[0])
	}
	for _, raw := range good {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := (Policy{}).CheckURL(raw)
		if err != nil {
			return
		}
		if u.Scheme != "https" || u.User != nil || (u.Port() != "" && u.Port() != "443") {
			t.Fatalf("accepted %q", raw)
		}
		if a, err := netip.ParseAddr(u.Hostname()); err == nil {
			if a = a.Unmap(); a.IsLoopback() || a.IsPrivate() || a.Zone() != "" || a.IsLinkLocalUnicast() || a.IsUnspecified() || a.IsMulticast() {
				t.Fatalf("accepted %q", raw)
			}
		}
	})
}
