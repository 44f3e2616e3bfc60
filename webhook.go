package vigil

import (
	"slices"
	"time"
)

// Webhook is a receiver of events: a public HTTPS URL and the types it wants.
// While it is disabled, nothing is sent to it.
type Webhook struct {
	ID        ID
	URL       string
	Events    []EventType
	Enabled   bool
	CreatedAt time.Time
}

// Wants reports whether an event of type t is to be sent to w.
func (w Webhook) Wants(t EventType) bool { return w.Enabled && slices.Contains(w.Events, t) }
