//go:build ignore

package shop

import "golang.org/x/crypto/ssh"

func config(key ssh.PublicKey) {
	// ruleid: go-ssh-host-key-not-checked
	_ = &ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()}
	// ok: go-ssh-host-key-not-checked
	_ = &ssh.ClientConfig{HostKeyCallback: ssh.FixedHostKey(key)}
}
