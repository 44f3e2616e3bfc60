package cvss_test

import (
	"testing"

	"vigil/internal/cvss"
)

func TestScore(t *testing.T) {
	// Scores as the calculators of FIRST give them.
	for vector, want := range map[string]string{
		"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H":                    "9.8",
		"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H":                    "10.0",
		"CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N":                    "6.1",
		"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N":                    "7.5",
		"CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:N/I:N/A:N":                    "0.0",
		"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N": "9.3",
		"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H": "10.0",
		"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N": "8.7",
		"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:L/VA:N/SC:N/SI:L/SA:N": "6.9",
	} {
		if got, err := cvss.Score(vector); err != nil || got.String() != want {
			t.Errorf("%s: %s, %v, want %s", vector, got, err, want)
		}
	}
	for _, vector := range []string{"", "CVSS:3.1/", "CVSS:3.1/AV:N", "CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", "AV:N/AC:L/Au:N/C:C/I:C/A:C", "CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"} {
		if got, err := cvss.Score(vector); err == nil {
			t.Errorf("%q scores %s", vector, got)
		}
	}
}
