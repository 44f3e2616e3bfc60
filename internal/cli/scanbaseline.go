package cli

import (
	"encoding/json"
	"errors"
	"io"
	"os"

	"vigil/internal/sarif"
)

// earlier is what a scan is compared with: findings by their fingerprint, or a git ref. The
// zero value is nothing.
type earlier struct {
	known     map[string]bool
	flag, ref string // by which flag it was named
}

// earlier finds out what --baseline or --diff means.
func (o *scanOptions) earlier(where string) (e earlier, err error) {
	if info, err := os.Stat(o.baseline); o.baseline != "" && err == nil && !info.IsDir() {
		e.known, err = readBaseline(o.baseline)
		return e, err
	}
	if e = (earlier{flag: "--diff", ref: o.diff}); o.baseline != "" {
		e = earlier{flag: "--baseline", ref: o.baseline}
	}
	if e.ref != "" && isURL(where) {
		return e, usagef("%s %s: a ref needs PATH to be in a git work tree, not a URL", e.flag, plain(e.ref))
	}
	return e, nil
}

// maxBaseline bounds a file of an earlier scan.
const maxBaseline = 512 << 20

// readBaseline returns the fingerprints in what an earlier scan wrote, as JSON or SARIF.
func readBaseline(name string) (map[string]bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, usagef("--baseline: %v", err)
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > maxBaseline {
		return nil, usagef("--baseline %s: it must be a plain file of at most 512 MiB", plain(name))
	}
	known, ours, err := baselineJSON(file)
	if err == nil && ours {
		return known, nil
	}
	known, results, sarifErr := sarif.Fingerprints(file)
	switch {
	case err != nil && sarifErr != nil:
		return nil, usagef("--baseline %s: it is no JSON: %v", plain(name), err)
	case sarifErr != nil:
		return nil, usagef("--baseline %s: it is neither JSON nor SARIF of an earlier scan: it has no list of findings, and %v", plain(name), sarifErr)
	case results > 0 && len(known) == 0:
		return nil, usagef("--baseline %s: it has results, but none with a fingerprint of Vigil", plain(name))
	}
	return known, nil
}

// baselineJSON reads what --format json wrote. ours says whether it is that.
func baselineJSON(file io.Reader) (known map[string]bool, ours bool, err error) {
	var out struct {
		Findings *[]struct {
			Fingerprint string `json:"fingerprint"`
		} `json:"findings"`
	}
	err = json.NewDecoder(file).Decode(&out)
	if mismatch := new(json.UnmarshalTypeError); errors.As(err, &mismatch) {
		return nil, false, nil // it is JSON, of something else
	}
	if err != nil || out.Findings == nil {
		return nil, false, err
	}
	known = map[string]bool{}
	for _, f := range *out.Findings {
		known[f.Fingerprint] = true
	}
	return known, true, nil
}
