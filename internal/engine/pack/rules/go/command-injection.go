//go:build ignore

package shop

import (
	"fmt"
	"net/http"
	"os/exec"
	"regexp"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
)

var safeName = regexp.MustCompile(`^[a-z]+$`)

func backup(w http.ResponseWriter, r *http.Request) {
	table := r.FormValue("table")
	// ruleid: go-command-injection
	exec.Command("sh", "-c", "pg_dump -t "+table+" shop").CombinedOutput()
	// ruleid: go-command-injection
	exec.CommandContext(r.Context(), "/bin/bash", "-c", fmt.Sprintf("ls %s", table)).Run()
	// ok: go-command-injection
	exec.Command("sh", "-c", "pg_dump shop").Run()
}

func compact(w http.ResponseWriter, r *http.Request) {
	table := r.FormValue("table")
	if !safeName.MatchString(table) {
		return
	}
	// ok: go-command-injection
	exec.Command("vacuumdb", "--table", table, "shop").Run()
	// ok: go-command-injection
	exec.Command("sh", "-c", "vacuumdb "+table).Run()
}

func tool(c *gin.Context) {
	// ruleid: go-command-injection
	exec.Command(c.Query("tool"), "--version").Run()
	args := []string{"-c", "ping " + c.Param("host")}
	// ruleid: go-command-injection
	cmd := exec.Command("bash", args...)
	cmd.Run()
}

func convert(c *fiber.Ctx) error {
	name := c.Query("name")
	command := "convert " + name + " out.png"
	// ruleid: go-command-injection
	return exec.Command("/bin/sh", "-c", command).Run()
}

func run(command string) error {
	// ruleid: go-command-injection
	return exec.Command("sh", "-c", command).Run()
}

func indirect(w http.ResponseWriter, r *http.Request) {
	run("tar xf " + r.URL.Query().Get("file"))
}

func clone(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-command-injection
	exec.Command("git", "clone", r.FormValue("from"))
	// ruleid: go-command-injection
	exec.CommandContext(r.Context(), "tar", "-xf", "in.tar", r.FormValue("member"))
	// ok: go-command-injection
	exec.Command("git", "clone", "--", r.FormValue("from"))
	// ok: go-command-injection
	exec.Command("git", "clone", "https://git.shop.example/"+r.FormValue("name"))
	// ok: go-command-injection
	exec.Command("git", "branch", r.FormValue("name"))
	from := r.FormValue("from")
	if strings.HasPrefix(from, "-") {
		return
	}
	// ok: go-command-injection
	exec.Command("git", "clone", from)
}
