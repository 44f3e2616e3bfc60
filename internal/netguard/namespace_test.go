package netguard

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const inNamespace = "VIGIL_TEST_IN_NAMESPACE"

// TestWhereEveryAddressAnswers runs the policy as it is in production where every
// address of the world is this machine, and looks which ones are reached. What the
// other tests see refused could be dialed all the same; here it would be noticed.
func TestWhereEveryAddressAnswers(t *testing.T) {
	if os.Getenv(inNamespace) != "" {
		everyAddressAnswers(t)
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestWhereEveryAddressAnswers$", "-test.v")
	c.Env = append(os.Environ(), inNamespace+"=1", "GODEBUG=netdns=go")
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if os.Getuid() != 0 {
		c.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		c.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		c.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	out, err := c.CombinedOutput()
	if _, ran := err.(*exec.ExitError); err != nil && !ran {
		t.Skipf("NOT TESTED: this machine gives no network namespace: %v", err)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

func everyAddressAnswers(t *testing.T) {
	ownTheWorld(t)
	var mu sync.Mutex
	reached := map[netip.AddrPort]int{}
	heard := make(chan struct{}, 1) // of a connection
	for _, port := range []int{22, 53, 80, 443, 853, 2375, 6379, 6443, 8443, 9200} {
		l, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				to := netip.MustParseAddrPort(c.LocalAddr().String())
				mu.Lock()
				reached[netip.AddrPortFrom(to.Addr().Unmap(), to.Port())]++
				mu.Unlock()
				select {
				case heard <- struct{}{}:
				default:
				}
				c.Close()
			}
		}()
	}
	var turn atomic.Int32
	net.DefaultResolver = dns(func(name string) []string {
		switch name {
		case "rebind.hook.com":
			return []string{[]string{"93.184.216.34", "127.0.0.1"}[turn.Add(1)%2]}
		}
		if to, ok := pointed[name]; ok {
			return to
		}
		return []string{"93.184.216.34"}
	})

	var p Policy
	client := p.Client(5 * time.Second)
	defer client.CloseIdleConnections()
	try := func(url string) {
		resp, err := client.Get(url)
		if err == nil { // the listeners speak no TLS
			resp.Body.Close()
			t.Errorf("%s answered", url)
		}
	}
	for _, h := range hostile { // some lead to public hosts, by a text that CheckURL refuses
		for _, url := range h.urls {
			try(url)
		}
	}
	for range 50 {
		try("https://rebind.hook.com/")
		for name := range pointed {
			try("https://" + name + "/")
		}
	}
	for _, url := range good { // the listeners do hear what may be dialed
		select {
		case <-heard: // of one before
		default:
		}
		try(url)
		select {
		case <-heard:
		case <-time.After(time.Minute):
			t.Errorf("%s was not reached", url)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for to := range reached {
		if kind := special(to.Addr()); kind != "" || to.Port() != 443 {
			t.Errorf("reached %v (%s)", to, kind)
		}
	}
	t.Logf("%d public addresses were reached, and no other", len(reached))
}

// ownTheWorld makes every address one of this network namespace: loopback up, and
// a route that calls all of IPv4 and IPv6 local.
func ownTheWorld(t *testing.T) {
	t.Helper()
	lo, err := net.InterfaceByName("lo")
	if err != nil {
		t.Fatal(err)
	}
	netlink(t, unix.RTM_NEWLINK, 0, func() []byte {
		m := make([]byte, unix.SizeofIfInfomsg)
		binary.NativeEndian.PutUint32(m[4:], uint32(lo.Index))
		binary.NativeEndian.PutUint32(m[8:], unix.IFF_UP)
		binary.NativeEndian.PutUint32(m[12:], unix.IFF_UP)
		return m
	}())
	for _, family := range []byte{unix.AF_INET, unix.AF_INET6} {
		m := []byte{family, 0, 0, 0, unix.RT_TABLE_LOCAL, unix.RTPROT_STATIC, unix.RT_SCOPE_HOST, unix.RTN_LOCAL, 0, 0, 0, 0}
		m = binary.NativeEndian.AppendUint16(m, 8)
		m = binary.NativeEndian.AppendUint16(m, unix.RTA_OIF)
		m = binary.NativeEndian.AppendUint32(m, uint32(lo.Index))
		netlink(t, unix.RTM_NEWROUTE, unix.NLM_F_CREATE, m)
	}
}

// netlink asks the kernel to change the network of this namespace.
func netlink(t *testing.T, kind, flags uint16, body []byte) {
	t.Helper()
	s, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(s)
	m := binary.NativeEndian.AppendUint32(nil, uint32(unix.SizeofNlMsghdr+len(body)))
	m = binary.NativeEndian.AppendUint16(m, kind)
	m = binary.NativeEndian.AppendUint16(m, unix.NLM_F_REQUEST|unix.NLM_F_ACK|flags)
	m = binary.NativeEndian.AppendUint64(m, 1) // sequence and port
	if err := unix.Sendto(s, append(m, body...), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 4096)
	n, _, err := unix.Recvfrom(s, answer, 0)
	if err != nil || n < unix.SizeofNlMsghdr+4 {
		t.Fatal(n, err)
	}
	if code := int32(binary.NativeEndian.Uint32(answer[unix.SizeofNlMsghdr:])); code != 0 {
		t.Fatalf("netlink %d: %v", kind, syscall.Errno(-code))
	}
}
