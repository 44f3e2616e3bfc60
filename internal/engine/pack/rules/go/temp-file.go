//go:build ignore

package shop

import "os"

func report() {
	// ruleid: go-temp-file
	os.Create("/tmp/report.csv")
	// ruleid: go-temp-file
	os.WriteFile("/tmp/report.csv", nil, 0o600)
	// ok: go-temp-file
	os.CreateTemp("", "report-*")
	// ok: go-temp-file
	os.Create("/var/lib/shop/report.csv")
}
