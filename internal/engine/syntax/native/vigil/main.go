// Command vigil is the program of cmd/vigil with native grammars.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"vigil/internal/cli"
	"vigil/internal/engine/syntax/native"
)

func main() {
	native.Link()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
