package pack

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

// Measured is how often a rule was right, in the examples next to the rules and in the
// fixture applications in testdata/apps.
type Measured struct {
	Weak     int `json:"weak"`     // weaknesses that it should report
	Found    int `json:"found"`    // of these, reported
	Safe     int `json:"safe"`     // pieces of code that it should not report
	Reported int `json:"reported"` // of these, reported: false positives
}

// Recall is the share of the weaknesses that was found, 1 if there were none.
func (m Measured) Recall() float64 { return ratio(m.Found, m.Weak) }

// Precision is the share of the findings that are weaknesses, 1 if there were none.
func (m Measured) Precision() float64 { return ratio(m.Found, m.Found+m.Reported) }

func ratio(part, all int) float64 {
	if all == 0 {
		return 1
	}
	return float64(part) / float64(all)
}

func (m Measured) add(o Measured) Measured {
	return Measured{m.Weak + o.Weak, m.Found + o.Found, m.Safe + o.Safe, m.Reported + o.Reported}
}

// Measurements are the results of the tests.
type Measurements struct {
	Rules map[string]Measured `json:"rules"` // by id
	Apps  map[string]Measured `json:"apps"`  // by language
}

//go:embed measured.json
var measured []byte

// Measure returns the results of the tests. `make generate` updates them.
var Measure = sync.OnceValues(func() (Measurements, error) {
	var m Measurements
	if err := json.Unmarshal(measured, &m); err != nil {
		return m, fmt.Errorf("read measurements: %w", err)
	}
	return m, nil
})
