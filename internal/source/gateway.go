package source

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"vigil/internal/netguard"
)

// gateway is how git reaches a host: it cannot dial by itself, nor ask DNS. It connects to a
// proxy in this process, on loopback, which dials what the policy allows at that moment. TLS
// goes through from end to end.
type gateway struct {
	policy  netguard.Policy
	address string // the only one: host and port
}

// ask calls git with a way to the remote.
func (g *git) ask(ctx context.Context, args ...string) (string, error) {
	if g.gateway == nil {
		return g.run(ctx, args...)
	}
	p, err := g.gateway.open(ctx)
	if err != nil {
		return "", fmt.Errorf("open a way for git: %w", err)
	}
	defer p.close()
	with := *g
	with.rights.Port = p.port()
	with.private = append(slices.Clip(g.private), [2]string{"http.proxy", fmt.Sprintf("http://git:%s@127.0.0.1:%d", p.password, p.port())})
	with.secret = append(slices.Clip(g.secret), p.password)
	out, err := with.run(ctx, args...)
	if reason := p.reason(); err != nil && ctx.Err() == nil && reason != nil {
		return "", refusedHost(reason)
	}
	return out, err
}

// proxy is a gateway that is open, for one call of git.
type proxy struct {
	gateway
	listener net.Listener
	password string // other users of this machine can connect, too
	stop     context.CancelFunc
	serving  sync.WaitGroup

	mu      sync.Mutex
	refused *netguard.RefusedError
}

// maxTunnels is how many connections git may have at once. It uses one or two.
const maxTunnels = 8

func (w *gateway) open(ctx context.Context) (*proxy, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{gateway: *w, listener: listener, password: rand.Text()}
	ctx, p.stop = context.WithCancel(ctx)
	p.serving.Go(func() {
		free := make(chan struct{}, maxTunnels)
		for {
			client, err := listener.Accept()
			if err != nil { // closed
				return
			}
			select {
			case free <- struct{}{}:
				p.serving.Go(func() {
					p.serve(ctx, client)
					<-free
				})
			default:
				client.Close()
			}
		}
	})
	return p, nil
}

func (p *proxy) port() uint16 { return uint16(p.listener.Addr().(*net.TCPAddr).Port) }

func (p *proxy) close() {
	p.listener.Close()
	p.stop()
	p.serving.Wait()
}

// reason says why the policy refused to dial, nil if it did not.
func (p *proxy) reason() *netguard.RefusedError {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refused
}

// maxHead is how long the head of a request may be.
const maxHead = 16 << 10

// serve answers one CONNECT request.
func (p *proxy) serve(ctx context.Context, client net.Conn) {
	defer client.Close()
	defer context.AfterFunc(ctx, func() { client.Close() })()
	_ = client.SetDeadline(time.Now().Add(10 * time.Second)) // for the head
	head := &io.LimitedReader{R: client, N: maxHead}
	in := bufio.NewReader(head)
	r, err := http.ReadRequest(in)
	if err != nil {
		return
	}
	status := http.StatusOK
	var host net.Conn
	switch {
	case !p.mayAsk(r):
		status = http.StatusProxyAuthRequired
	case r.Method != http.MethodConnect || !strings.EqualFold(r.RequestURI, p.address):
		status = http.StatusForbidden
	default:
		if host, err = p.policy.Dial(ctx, p.address); err != nil {
			status = p.failed(err)
			break
		}
		defer host.Close()
		defer context.AfterFunc(ctx, func() { host.Close() })()
	}
	if _, err := fmt.Fprintf(client, "HTTP/1.1 %d %s\r\n\r\n", status, http.StatusText(status)); err != nil || host == nil {
		return
	}
	_ = client.SetDeadline(time.Time{}) // git knows when a host is too slow
	head.N = math.MaxInt64
	var both sync.WaitGroup
	both.Go(func() { pass(host, in) })
	both.Go(func() { pass(client, host) })
	both.Wait()
}

func (p *proxy) mayAsk(r *http.Request) bool {
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte("git:"+p.password))
	return subtle.ConstantTimeCompare([]byte(r.Header.Get("Proxy-Authorization")), []byte(want)) == 1
}

// failed remembers why a host could not be dialed, and returns the status for it.
func (p *proxy) failed(err error) int {
	reason, ok := errors.AsType[*netguard.RefusedError](err)
	if !ok {
		return http.StatusBadGateway
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused = reason
	return http.StatusForbidden
}

// pass copies until the end, and says so.
func pass(to net.Conn, from io.Reader) {
	_, _ = io.Copy(to, from) // who is left without an answer notices
	if c, ok := to.(*net.TCPConn); ok {
		_ = c.CloseWrite()
	}
}
