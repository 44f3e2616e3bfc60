package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"vigil"
	"vigil/api"
)

// plain is what encoding/json makes of a value.
func plain(t *testing.T, value any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSuffix(b.String(), "\n")
	return regexp.MustCompile(`\p{Cf}`).ReplaceAllStringFunc(text, func(hidden string) (escaped string) { // which stand for themselves there
		for _, unit := range utf16.Encode([]rune(hidden)) {
			escaped += fmt.Sprintf(`\u%04x`, unit)
		}
		return escaped
	})
}

// FuzzEncode holds what we write by hand to what encoding/json writes.
func FuzzEncode(f *testing.F) {
	f.Add("SQL injection in \"login\"", "src/a.py", 98, true, false, "next")
	f.Add("<b>&\u2028\x00\xff\\", "é", 0, false, true, "")
	f.Add("user\u202e\u2066// check\u2069\u2066", "a\u200b\U000e0041.go", 70, true, true, "")
	f.Fuzz(func(t *testing.T, title, path string, score int, repository, expanded bool, next string) {
		v := vigil.Vulnerability{ID: vigil.NewID(), ScanID: vigil.NewID(), Status: vigil.Open, Severity: vigil.ScoreOf(float64(score) / 10),
			Title: title, FilePath: path, CWE: "CWE-89", Confidence: vigil.ScoreOf(float64(score) / 7), CreatedAt: time.UnixMilli(int64(score) * 12345)}
		if repository {
			v.RepositoryID = vigil.NewID()
		}
		shown := api.NewVulnerability(v)
		if expanded {
			scan := api.NewScan(vigil.Scan{Name: title})
			shown.Scan = &scan
		}
		want := "x" + plain(t, api.NewList([]api.Vulnerability{api.NewVulnerability(v)}, next))
		if got, err := api.Encode([]byte("x"), api.NewList([]api.PlainVulnerability{api.NewPlainVulnerability(&v)}, next)); err != nil || string(got) != want {
			t.Fatalf("got  %s, %v\nwant %s", got, err, want)
		}
		for _, value := range []any{
			shown, api.NewList([]api.Vulnerability{shown, shown}, next), api.NewList([]api.Vulnerability(nil), next),
			api.NewList([]api.Repository{{FullName: title}}, ""), api.ErrorBody{Error: api.Error{Message: title}},
		} {
			got, err := api.Encode([]byte("x"), value)
			if want := "x" + plain(t, value); err != nil || string(got) != want {
				t.Fatalf("got  %s, %v\nwant %s", got, err, want)
			}
		}
	})
}

func TestTimesAreWrittenAlike(t *testing.T) {
	for _, at := range []time.Time{{}, time.Unix(0, 0), time.Date(2024, 2, 29, 23, 59, 59, 999_999_999, time.UTC), time.Date(2026, 12, 31, 23, 30, 0, 5e6, time.FixedZone("", -3600)),
		time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)} {
		v := vigil.Vulnerability{CreatedAt: at}
		got, _ := api.Encode(nil, api.NewPlainVulnerability(&v))
		if want := plain(t, api.NewVulnerability(v)); string(got) != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestEveryByteAtEveryPlace is for texts that are looked at in words of eight bytes.
func TestEveryByteAtEveryPlace(t *testing.T) {
	for length := 1; length <= 17; length++ {
		for at := range length {
			for c := range 256 {
				text := bytes.Repeat([]byte("a"), length)
				text[at] = byte(c)
				v := vigil.Vulnerability{Title: string(text)}
				got, _ := api.Encode(nil, api.NewPlainVulnerability(&v))
				if want := plain(t, api.NewVulnerability(v)); string(got) != want {
					t.Fatalf("got  %s\nwant %s", got, want)
				}
			}
		}
	}
}

func TestScoresHaveOneDecimal(t *testing.T) {
	for score, want := range map[vigil.Score]string{0: "0.0", 5: "0.5", 90: "9.0", 98: "9.8", 100: "10.0"} {
		if got := api.NewVulnerability(vigil.Vulnerability{Severity: score}).Severity.String(); got != want {
			t.Errorf("%d is %s, want %s", score, got, want)
		}
	}
}
