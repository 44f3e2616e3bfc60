package doctor

import (
	"strings"
	"testing"
)

func TestSpace(t *testing.T) {
	for _, each := range []struct {
		free         uint64
		status, says string
	}{
		{0, checkProblem, "/data has only 0.0 MiB left"},
		{littleSpace - 1, checkProblem, "/data has only 100.0 MiB left"},
		{littleSpace, checkWarning, "/data has only 100.0 MiB left; clones"},
		{someSpace - 1, checkWarning, "/data has only 2.0 GiB left; clones"},
		{someSpace, checkOK, "2.0 GiB free"},
	} {
		got := space("/data", each.free, "choose another with --data")
		if got.Status != each.status || !strings.Contains(got.Message, each.says) {
			t.Errorf("%d: %+v", each.free, got)
		}
		if got.Status != checkOK && !strings.HasPrefix(got.Mend, "free some space") {
			t.Errorf("%d: %+v", each.free, got)
		}
	}
}
