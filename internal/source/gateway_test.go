package source

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"vigil/internal/netguard"
)

// echo answers each connection with what it sends.
func echo(t *testing.T) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = io.Copy(c, c)
			}()
		}
	}()
	return l.Addr().String()
}

func TestGateway(t *testing.T) {
	host, other := echo(t), echo(t)
	loopback := netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	for _, c := range []struct {
		name             string
		policy           netguard.Policy
		method, to, user string
		want             int
	}{
		{"as git does", loopback, "CONNECT", host, "", 200},
		{"no password", loopback, "CONNECT", host, "none", 407},
		{"another password", loopback, "CONNECT", host, "git:guess", 407},
		{"another host", loopback, "CONNECT", other, "", 403},
		{"no tunnel", loopback, "GET", "http://" + host + "/", "", 403},
		{"an address that is refused", netguard.Policy{}, "CONNECT", host, "", 403},
		{"a head without end", loopback, "CONNECT", host, strings.Repeat("x", 2*maxHead), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := (&gateway{policy: c.policy, address: host}).open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer p.close()
			conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", p.port()))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
			user := c.user
			if user == "" {
				user = "git:" + p.password
			}
			go fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: %s\r\nProxy-Authorization: Basic %s\r\n\r\nthrough", c.method, c.to, c.to, base64.StdEncoding.EncodeToString([]byte(user)))
			in := bufio.NewReader(conn)
			answer, err := http.ReadResponse(in, &http.Request{Method: c.method})
			if c.want == 0 {
				if err == nil {
					t.Errorf("got %s", answer.Status)
				}
				return
			}
			if err != nil || answer.StatusCode != c.want {
				t.Fatalf("got %v, %v; want %d", answer, err, c.want)
			}
			if refused := p.reason() != nil; refused != (c.name == "an address that is refused") {
				t.Errorf("refused: %v", p.reason())
			}
			if c.want == 200 {
				text := make([]byte, len("through"))
				if _, err := io.ReadFull(in, text); err != nil || string(text) != "through" {
					t.Errorf("%q, %v", text, err)
				}
			}
		})
	}
}
