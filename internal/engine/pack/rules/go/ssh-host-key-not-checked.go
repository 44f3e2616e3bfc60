//go:build ignore

package shop

import (
	"net"

	"golang.org/x/crypto/ssh"
)

func config(key ssh.PublicKey) {
	// ruleid: go-ssh-host-key-not-checked
	_ = &ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()}
	// ok: go-ssh-host-key-not-checked
	_ = &ssh.ClientConfig{HostKeyCallback: ssh.FixedHostKey(key)}
}

func callback(c *ssh.ClientConfig, skipCheck bool) {
	// ruleid: go-ssh-host-key-not-checked
	c.HostKeyCallback = func(host string, _ net.Addr, key ssh.PublicKey) error { return nil }
	// ruleid: go-ssh-host-key-not-checked
	_ = &ssh.ClientConfig{User: "shop", HostKeyCallback: func(host string, _ net.Addr, key ssh.PublicKey) error {
		return nil
	}}
	// ok: go-ssh-host-key-not-checked
	c.HostKeyCallback = func(host string, _ net.Addr, key ssh.PublicKey) error { return known(host, key) }
	if skipCheck {
		// ok: go-ssh-host-key-not-checked
		c.HostKeyCallback = ssh.InsecureIgnoreHostKey()
	}
}
