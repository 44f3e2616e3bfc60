package sarif

import (
	"cmp"
	"strconv"
	"strings"
	"sync"

	"vigil"
	"vigil/internal/cvss"
)

// vectorOf returns the CVSS vector of a result. Few tools have one; for a score or a level, it
// is the simplest vector with that score, or the nearest one.
func vectorOf(in result, of rule) string {
	for _, v := range []string{in.Properties.CVSS, of.Properties.CVSS} {
		if _, err := cvss.Score(v); err == nil {
			return v
		}
	}
	for _, n := range []number{in.Properties.SecuritySeverity, of.Properties.SecuritySeverity} {
		if score, err := strconv.ParseFloat(string(n), 64); err == nil {
			return vectors()[vigil.ScoreOf(score)]
		}
	}
	level := in.Level
	if level == "" && of.Configuration != nil {
		level = of.Configuration.Level
	}
	// The default level of the format is warning.
	return vectors()[scores[cmp.Or(level, "warning")]]
}

// scores are the scores of the format's levels.
var scores = map[string]vigil.Score{"error": 75, "warning": 53, "note": 31, "none": 0}

// vectors has a vector for each score: the first one found, trying the most common metrics
// first.
var vectors = sync.OnceValue(func() (all [vigil.MaxScore + 1]string) {
	found := map[vigil.Score]string{}
	each([]string{"AV:N/", "AV:L/", "AV:A/", "AV:P/"}, []string{"AC:L/", "AC:H/"}, []string{"PR:N/", "PR:L/", "PR:H/"}, []string{"UI:N/", "UI:R/"}, []string{"S:U/", "S:C/"},
		[]string{"C:H/", "C:L/", "C:N/"}, []string{"I:H/", "I:L/", "I:N/"}, []string{"A:H", "A:L", "A:N"})(func(parts string) {
		vector := "CVSS:3.1/" + parts
		if score, err := cvss.Score(vector); err == nil && found[score] == "" {
			found[score] = vector
		}
	})
	for s := range all {
		score := vigil.Score(s)
		for away := vigil.Score(0); all[s] == ""; away++ {
			all[s] = cmp.Or(sameLevel(found, score, score+away), sameLevel(found, score, score-away))
		}
	}
	return all
})

func sameLevel(found map[vigil.Score]string, wanted, there vigil.Score) string {
	if there < 0 || there.Level() != wanted.Level() {
		return ""
	}
	return found[there]
}

// each calls back with every combination of one part from each list.
func each(lists ...[]string) func(func(string)) {
	return func(f func(string)) {
		chosen := make([]string, len(lists))
		var choose func(int)
		choose = func(n int) {
			if n == len(lists) {
				f(strings.Join(chosen, ""))
				return
			}
			for _, part := range lists[n] {
				chosen[n] = part
				choose(n + 1)
			}
		}
		choose(0)
	}
}
