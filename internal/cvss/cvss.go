// Package cvss computes the score of a CVSS vector. It keeps the library that does the
// arithmetic out of the domain types.
package cvss

import (
	"fmt"
	"strings"

	cvss31 "github.com/pandatix/go-cvss/31"
	cvss40 "github.com/pandatix/go-cvss/40"

	"vigil"
)

// Score returns the base score of a CVSS 3.1 or 4.0 vector.
func Score(vector string) (vigil.Score, error) {
	switch {
	case strings.HasPrefix(vector, "CVSS:3.1/"):
		v, err := cvss31.ParseVector(vector)
		if err != nil {
			return 0, fmt.Errorf("parse CVSS vector %q: %w", vector, err)
		}
		return vigil.ScoreOf(v.BaseScore()), nil
	case strings.HasPrefix(vector, "CVSS:4.0/"):
		v, err := cvss40.ParseVector(vector)
		if err != nil {
			return 0, fmt.Errorf("parse CVSS vector %q: %w", vector, err)
		}
		return vigil.ScoreOf(v.Score()), nil
	}
	return 0, fmt.Errorf("parse CVSS vector %q: it begins with neither CVSS:3.1/ nor CVSS:4.0/", vector)
}
