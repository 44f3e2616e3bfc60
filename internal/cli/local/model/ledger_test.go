package model

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"vigil"
)

var ctx = context.Background()

func open(t *testing.T, folder string) *ledger {
	t.Helper()
	l, err := openLedger(folder)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func aCall(task string) vigil.ModelCall {
	return vigil.ModelCall{Model: "haiku", Name: "small", Task: task, Reserve: 40, PerScan: 100, PerMonth: 150, At: vigil.Now()}
}

func begin(t *testing.T, l *ledger, task string, want vigil.CallState, wantAnswer string) {
	t.Helper()
	if state, answer, err := l.BeginCall(ctx, aCall(task)); err != nil || state != want || answer != wantAnswer {
		t.Errorf("%s: %d, %q, %v, want %d, %q", task, state, answer, err, want, wantAnswer)
	}
}

// TestLedger begins calls as two scans do that share a folder.
func TestLedger(t *testing.T) {
	folder := t.TempDir()
	one, two := open(t, folder), open(t, folder)
	begin(t, one, "a", vigil.CallReserved, "")
	begin(t, two, "a", vigil.CallInProgress, "")
	if err := one.SettleCall(ctx, aCall("a"), `{"said":1}`, vigil.ModelUsage{InputTokens: 7, OutputTokens: 3, Cost: 10}); err != nil {
		t.Fatal(err)
	}
	begin(t, two, "a", vigil.CallAnswered, `{"said":1}`)
	begin(t, one, "b", vigil.CallReserved, "")
	begin(t, one, "c", vigil.CallReserved, "")
	begin(t, one, "d", vigil.CallOverScan, "") // 10 + 40 + 40 of 100
	begin(t, two, "d", vigil.CallReserved, "")
	begin(t, two, "e", vigil.CallOverMonth, "") // 10 + 3 × 40 of 150
	if err := one.ReleaseCall(ctx, aCall("b")); err != nil {
		t.Fatal(err)
	}
	begin(t, two, "e", vigil.CallReserved, "") // what was over a budget left nothing behind
	if got := one.used("haiku"); got != (vigil.ModelUsage{Model: "haiku", Name: "small", Calls: 2, InputTokens: 7, OutputTokens: 3, Cost: 50}) {
		t.Errorf("%+v", got)
	}
	// A process that ends lets go of its locks. What it had reserved stays spent.
	for _, f := range two.calls {
		f.Close()
	}
	three := open(t, folder)
	late := aCall("e")
	late.PerMonth = 170 // 10 + 3 × 40, and 40 more
	if state, _, err := three.BeginCall(ctx, late); err != nil || state != vigil.CallReserved {
		t.Errorf("%d, %v", state, err)
	}
}

// TestLedgerWithoutFolder holds the budget of the scan.
func TestLedgerWithoutFolder(t *testing.T) {
	for _, folder := range []string{"", filepath.Join(t.TempDir(), "gone")} {
		l, err := openLedger(folder)
		if (err != nil) != (folder != "") {
			t.Error(err)
		}
		begin(t, l, "a", vigil.CallReserved, "")
		begin(t, l, "b", vigil.CallReserved, "")
		begin(t, l, "c", vigil.CallOverScan, "")
	}
}

// TestPrune removes what nobody used for long, and the oldest of too many.
func TestPrune(t *testing.T) {
	folder := t.TempDir()
	now := time.Now()
	file := func(name string, age time.Duration) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	file("old", maxAge+time.Hour)
	file("used", maxAge-time.Hour)
	file("month-2020-01", maxAge+time.Hour)
	file("month-now", time.Hour)
	for i := range maxAnswers - 1 {
		file(fmt.Sprint("n", i), time.Hour)
	}
	file("excess", 2*time.Hour)
	if err := prune(folder, now); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"old": false, "used": false, "excess": true, "month-2020-01": false, "month-now": true, "n0": true} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFullName(t *testing.T) {
	for remote, want := range map[string]string{
		"https://git.example/acme/api.git": "acme/api", "ssh://git@git.example/acme/group/api": "acme/group/api", "git@git.example:acme/api.git": "acme/api",
		"git.example:acme/api": "acme/api", "file:///srv/acme/api": "", "": "", "/srv/acme/api": "",
	} {
		if got := fullName(remote); got != want {
			t.Errorf("%s: %q", remote, got)
		}
	}
}
