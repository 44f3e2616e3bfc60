package source

import (
	"testing"
	"time"
)

func TestCommitTime(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	for s, want := range map[string]int64{"1700000000": 1_700_000_000, "1800000100": 1_800_000_100, "1900000000": 0, "-5": 0, "0": 0, "": 0, "x": 0, "99999999999999999999": 0} {
		got := commitTime(s, now)
		if want == 0 && !got.IsZero() || want != 0 && got.Unix() != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
