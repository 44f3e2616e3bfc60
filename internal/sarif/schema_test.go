package sarif_test

import (
	"testing"

	"vigil/internal/sarif/sariftest"
)

// validate validates a document against the SARIF schema.
func validate(t *testing.T, document []byte) {
	t.Helper()
	if err := sariftest.Check(document); err != nil {
		t.Errorf("%v\n%s", err, document)
	}
}

// TestSchemaCanFail checks that validate is effective.
func TestSchemaCanFail(t *testing.T) {
	for _, wrong := range []string{
		`{}`, `{"version":"2.1.0","runs":[{"results":[]}]}`, `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T","unknown":1}}}]}`,
		one(`"level":"high"`), one(`"partialFingerprints":{"a":1}`),
	} {
		if sariftest.Check([]byte(wrong)) == nil {
			t.Errorf("accepted: %s", wrong)
		}
	}
	validate(t, []byte(one(`"level":"error"`)))
}
