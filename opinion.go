package vigil

import "time"

// Verdict is what a model thinks of a finding.
type Verdict string

const (
	Likely   Verdict = "likely"
	Unclear  Verdict = "unclear"
	Unlikely Verdict = "unlikely"
)

// Verdicts lists every verdict.
var Verdicts = []Verdict{Likely, Unclear, Unlikely}

// Opinion is the second look of a language model at a finding: its own words, kept beside the
// finding. It has no field for a status, a severity, or a gate, and none that says whether the
// finding exists: a model cannot decide any of these. Its texts are untrusted, because the code
// that the model read is.
type Opinion struct {
	Model      Model  // as requested
	Name       string // of the model at the API
	Verdict    Verdict
	Confidence int // of the model in its verdict, 0–10
	Why        string
	// The rest may be empty.
	Title, Description, Exploit, Remediation string
	CreatedAt                                time.Time
}

// LowestByOpinion is the lowest confidence that an opinion can leave a finding with.
const LowestByOpinion Score = 30

// Lower returns the confidence of a finding after an opinion on it: never higher, and not below
// LowestByOpinion unless it was.
func (o Opinion) Lower(confidence Score) Score {
	if o.Verdict != Unlikely {
		return confidence
	}
	return min(confidence, max(LowestByOpinion, Score(10*(10-o.Confidence))))
}

// Money is an amount in billionths of a US dollar. A token costs a few hundred of them.
type Money int64

// Dollar is one US dollar.
const Dollar Money = 1e9

// Dollars returns the amount in US dollars.
func (m Money) Dollars() float64 { return float64(m) / float64(Dollar) }

// ModelCall is one request to a model that a scan is about to make.
type ModelCall struct {
	Team             TeamID
	Scan, Repository ID
	Model            Model
	Name             string // of the model at the API
	Task             string // a hash of all that determines the answer
	// Reserve is the most that the call can cost. PerScan and PerMonth are what the scan, and the
	// team in a month, may spend.
	Reserve, PerScan, PerMonth Money
	At                         time.Time
	// GiveUp is how long ago a call must have begun for another scan to repeat it.
	GiveUp time.Duration
}

// CallState is what became of an attempt to begin a ModelCall.
type CallState int

const (
	CallReserved    CallState = iota // its cost is reserved: make it, then settle or release it
	CallAnswered                     // it was answered before
	CallInProgress                   // another scan is making it
	CallInterrupted                  // this scan made it and never saw an answer, which may have been paid for
	CallOverScan                     // it would exceed the budget of the scan
	CallOverMonth                    // it would exceed the budget of the team
)

// ModelUsage is what one model did for a scan, and what it cost. Calls whose outcome is unknown
// count as much as they could have cost.
type ModelUsage struct {
	Model                     Model
	Name                      string // of the model at the API
	Calls, Cached             int64
	InputTokens, OutputTokens int64
	Cost                      Money
}
