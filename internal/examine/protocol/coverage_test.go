package protocol

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"vigil/internal/engine"
)

// TestCoverageInParts has more skips than fit into a line.
func TestCoverageInParts(t *testing.T) {
	whole := engine.Coverage{Detector: "code", Version: "1", Rules: []string{"a", "b"}, Files: 7}
	for i := range 20_000 {
		whole.Skipped = append(whole.Skipped, engine.Skip{Path: fmt.Sprint(strings.Repeat("d/", 100), i), Reason: "minified"})
		whole.Looked = append(whole.Looked, fmt.Sprint(strings.Repeat("l/", 20), i))
		whole.Suppressed = append(whole.Suppressed, engine.Suppressed{Path: fmt.Sprint(i), Rule: "r", By: ".vigilignore:1", Count: 1})
	}
	for name, c := range map[string]engine.Coverage{"large": whole, "small": {Detector: "secrets", Rules: []string{"x"}}} {
		var joined []engine.Coverage
		texts := map[string]string{}
		for _, part := range SplitCoverage(c) {
			line, err := json.Marshal(part)
			if err != nil || len(line) > 1<<20 {
				t.Fatalf("%s: %d bytes in a line, %v", name, len(line), err)
			}
			var read engine.Coverage
			if err := json.Unmarshal(line, &read); err != nil {
				t.Fatal(err)
			}
			joined = JoinCoverage(joined, read, texts)
		}
		if len(joined) != 1 || !reflect.DeepEqual(joined[0], c) {
			t.Errorf("%s: what is put together again is not what it was", name)
		}
	}
}
