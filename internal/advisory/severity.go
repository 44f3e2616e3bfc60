package advisory

import (
	"strings"

	"vigil/internal/cvss"
)

// vector returns the CVSS vector: 3.1 before 4.0, like the rules of Vigil, so that findings are
// comparable. 3.0 has the same metrics as 3.1.
func vector(all []osvSeverity, otherwise string) (v string, guessed bool) {
	for _, kind := range []string{"CVSS_V3", "CVSS_V4"} {
		for _, s := range all {
			if s.Type != kind {
				continue
			}
			v := s.Score
			if rest, old := strings.CutPrefix(v, "CVSS:3.0/"); old {
				v = "CVSS:3.1/" + rest
			}
			if _, err := cvss.Score(v); err == nil {
				return v, false
			}
		}
	}
	return otherwise, true
}

// vectorOfWord returns a vector for an advisory that has only a severity word, or none.
// docs/howto/dependencies.md lists the scores.
func vectorOfWord(id, word string) string {
	switch strings.ToUpper(word) {
	case "CRITICAL":
		return "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H" // 9.8
	case "HIGH":
		return "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N" // 7.5
	case "LOW":
		return "CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N" // 3.1
	}
	if isMalicious(id) {
		return vectorOfWord("", "CRITICAL")
	}
	return "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N" // 5.3
}
