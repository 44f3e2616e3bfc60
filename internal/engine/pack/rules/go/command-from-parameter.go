//go:build ignore

package shop

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"

	"al.essio.dev/pkg/shellescape"
)

func thumbnail(name string) error {
	// ruleid: go-command-from-parameter
	return exec.Command("sh", "-c", "convert "+name+" out.png").Run()
}

func (s *server) ping(host string) ([]byte, error) {
	command := fmt.Sprintf("ping -c 1 %s", host)
	// ruleid: go-command-from-parameter
	return exec.Command("/bin/bash", "-c", command).Output()
}

func backup() {
	// ruleid: go-command-from-parameter
	exec.Command("sh", "-c", "tar cf backup.tar "+os.Getenv("SHOP_DATA")).Run()
}

func safely(name string, count int) {
	// ok: go-command-from-parameter
	exec.Command("convert", name, "out.png").Run()
	// ok: go-command-from-parameter
	exec.Command("sh", "-c", "uptime | wc -l").Run()
	// ok: go-command-from-parameter
	exec.Command("sh", "-c", fmt.Sprintf("sleep %d", count)).Run()
	// ok: go-command-from-parameter
	exec.Command("sh", "-c", `convert "$1" out.png`, "sh", name).Run()
}

func quoted(name string) {
	// ruleid: go-command-from-parameter
	exec.Command("sh", "-c", "convert "+strconv.Quote(name)+" out.png").Run()
	// ok: go-command-from-parameter
	exec.Command("sh", "-c", "convert "+shellescape.Quote(name)+" out.png").Run()
}
