//go:build ignore

package shop

import "os"

func write() {
	// ruleid: go-file-permissions
	os.WriteFile("a", nil, 0o666)
	// ruleid: go-file-permissions
	os.MkdirAll("b", 0777)
	// ruleid: go-file-permissions
	os.Chmod("c", os.ModePerm)
	// ok: go-file-permissions
	os.WriteFile("a", nil, 0o600)
	// ok: go-file-permissions
	os.MkdirAll("b", 0o755)
}
