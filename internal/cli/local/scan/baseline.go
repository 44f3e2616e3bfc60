package scan

import (
	"os"

	"vigil/internal/cli/command"
	"vigil/internal/cli/local/report"
	"vigil/internal/cli/local/target"
)

// baseline is what a scan is compared with: the fingerprints of an earlier report, or a git ref.
// The zero value is no baseline.
type baseline struct {
	known     map[string]bool
	flag, ref string // the flag that named the ref
}

// readBaseline resolves --baseline and --diff.
func (o *options) readBaseline(where string) (b baseline, err error) {
	if info, err := os.Stat(o.baseline); o.baseline != "" && err == nil && !info.IsDir() {
		b.known, err = report.ReadBaseline(o.baseline)
		return b, err
	}
	if b = (baseline{flag: "--diff", ref: o.diff}); o.baseline != "" {
		b = baseline{flag: "--baseline", ref: o.baseline}
	}
	if b.ref != "" && target.IsURL(where) {
		return b, command.Usagef("%s %s: a ref needs PATH to be in a git work tree, not a URL", b.flag, command.Plain(b.ref))
	}
	return b, nil
}
