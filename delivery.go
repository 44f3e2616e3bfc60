package vigil

import (
	"slices"
	"time"
)

// Delivery is one event for one webhook. It is pending until an attempt succeeds
// or the last one has failed.
type Delivery struct {
	ID            ID
	EventID       ID
	EventType     EventType
	WebhookID     ID
	Status        DeliveryStatus
	Attempts      int       // how many were made
	NextAttemptAt time.Time // zero once it has ended
	CreatedAt     time.Time
	EndedAt       time.Time // zero while it is pending
}

// DeliveryStatus is where a delivery stands.
type DeliveryStatus string

const (
	DeliveryPending   DeliveryStatus = "pending"
	DeliverySucceeded DeliveryStatus = "succeeded"
	DeliveryFailed    DeliveryStatus = "failed"   // after its last attempt
	DeliveryCanceled  DeliveryStatus = "canceled" // its webhook was deleted
)

// DeliveryStatuses lists them all.
var DeliveryStatuses = []DeliveryStatus{DeliveryPending, DeliverySucceeded, DeliveryFailed, DeliveryCanceled}

// Valid reports whether s is one of DeliveryStatuses.
func (s DeliveryStatus) Valid() bool { return slices.Contains(DeliveryStatuses, s) }

// Attempt is one HTTP request of a delivery, and what became of it.
type Attempt struct {
	ID         ID
	DeliveryID ID
	StatusCode int // 0: no answer came
	Took       time.Duration
	Error      string // why there was no answer, or why it did not count; empty if it counted
	Answer     []byte // the beginning of the body of the answer
	CreatedAt  time.Time
}

// MaxAnswer is how much of an answer is kept with an attempt.
const MaxAnswer = 2 << 10

// Succeeded reports whether the receiver has taken the event: 2xx, and nothing
// else.
func (a Attempt) Succeeded() bool { return a.Error == "" && a.StatusCode/100 == 2 }

// Backoff is how long to wait after each failed attempt. After the last entry's
// attempt there is no other.
type Backoff [MaxAttempts - 1]time.Duration

// MaxAttempts is how often a delivery is tried, as the contract has it.
const MaxAttempts = 6

// DefaultBackoff gives a receiver nearly nine hours to come back.
var DefaultBackoff = Backoff{30 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}

// After returns how long to wait when so many attempts have failed, and false if
// that was the last. luck, from 0 to 1, moves it by up to a fifth either way, so
// that what failed at once does not come back at once.
func (b Backoff) After(attempts int, luck float64) (wait time.Duration, again bool) {
	if attempts < 1 || attempts > len(b) {
		return 0, false
	}
	return time.Duration(float64(b[attempts-1]) * (0.8 + 0.4*luck)), true
}
