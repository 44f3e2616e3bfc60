package report

import (
	"encoding/json"
	"errors"
	"io"
	"os"

	"vigil/internal/cli/command"
	"vigil/internal/sarif"
)

// maxBaseline bounds the size of the report of an earlier scan.
const maxBaseline = 512 << 20

// ReadBaseline returns the fingerprints in the report of an earlier scan, JSON or SARIF.
func ReadBaseline(name string) (map[string]bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, command.Usagef("--baseline: %v", err)
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > maxBaseline {
		return nil, command.Usagef("--baseline %s: must be a regular file of at most 512 MiB", command.Plain(name))
	}
	known, ours, err := baselineJSON(file)
	if err == nil && ours {
		return known, nil
	}
	known, results, sarifErr := sarif.Fingerprints(file)
	switch {
	case err != nil && sarifErr != nil:
		return nil, command.Usagef("--baseline %s: not valid JSON: %v", command.Plain(name), err)
	case sarifErr != nil:
		return nil, command.Usagef("--baseline %s: neither a JSON nor a SARIF report of an earlier scan: it has no list of findings, and %v", command.Plain(name), sarifErr)
	case results > 0 && len(known) == 0:
		return nil, command.Usagef("--baseline %s: it has results, but none with a Vigil fingerprint", command.Plain(name))
	}
	return known, nil
}

// baselineJSON reads a report in JSON. ours reports whether it is one.
func baselineJSON(file io.Reader) (known map[string]bool, ours bool, err error) {
	var out struct {
		Findings *[]struct {
			Fingerprint string `json:"fingerprint"`
		} `json:"findings"`
	}
	err = json.NewDecoder(file).Decode(&out)
	if mismatch := new(json.UnmarshalTypeError); errors.As(err, &mismatch) {
		return nil, false, nil // JSON, but not a report
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
