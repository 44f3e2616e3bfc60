package review

import (
	"context"
	"sync"

	"vigil"
)

// Ledger keeps answers and budgets. A call is begun before it is made, which reserves its cost,
// and then settled with its answer, or released if it cost nothing. A call that is neither stays
// reserved: it may have been paid for.
type Ledger interface {
	BeginCall(ctx context.Context, c vigil.ModelCall) (state vigil.CallState, answer string, err error)
	SettleCall(ctx context.Context, c vigil.ModelCall, answer string, used vigil.ModelUsage) error
	ReleaseCall(ctx context.Context, c vigil.ModelCall) error
	CountCached(ctx context.Context, c vigil.ModelCall, n int) error
}

// Memory is a Ledger for one scan without a server.
type Memory struct {
	mu      sync.Mutex
	answers map[string]string
	usage   vigil.ModelUsage
}

// Usage returns what was used so far.
func (m *Memory) Usage() vigil.ModelUsage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.usage
}

// BeginCall reserves the cost of a call.
func (m *Memory) BeginCall(_ context.Context, c vigil.ModelCall) (vigil.CallState, string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if answer, begun := m.answers[c.Task]; begun {
		if answer == "" {
			return vigil.CallInterrupted, "", nil
		}
		return vigil.CallAnswered, answer, nil
	}
	if m.usage.Cost+c.Reserve > c.PerScan {
		return vigil.CallOverScan, "", nil
	}
	if m.answers == nil {
		m.answers = map[string]string{}
	}
	m.answers[c.Task] = ""
	m.usage.Model, m.usage.Name = c.Model, c.Name
	m.usage.Calls++
	m.usage.Cost += c.Reserve
	return vigil.CallReserved, "", nil
}

// SettleCall stores an answer and its cost.
func (m *Memory) SettleCall(_ context.Context, c vigil.ModelCall, answer string, used vigil.ModelUsage) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers[c.Task] = answer
	m.usage.Cost += used.Cost - c.Reserve
	m.usage.InputTokens += used.InputTokens
	m.usage.OutputTokens += used.OutputTokens
	return nil
}

// ReleaseCall undoes a reservation.
func (m *Memory) ReleaseCall(_ context.Context, c vigil.ModelCall) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.answers, c.Task)
	m.usage.Calls--
	m.usage.Cost -= c.Reserve
	return nil
}

// CountCached counts answers that needed no call.
func (m *Memory) CountCached(_ context.Context, _ vigil.ModelCall, n int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.usage.Cached += int64(n)
	return nil
}
