// Package labels makes labels with a program of the system.
package labels

import "os/exec"

// Render makes a label. Text and size are of a form, see web/labels.go.
func Render(text, size string) error {
	return exec.Command("/bin/sh", "-c", "label --size "+size+" '"+text+"'").Run() // finds: go-command-injection
}

// RenderList makes a label without a shell.
func RenderList(text, size string) error {
	return exec.Command("label", "--size", size, "--", text).Run() // safe: go-command-injection
}
