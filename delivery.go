package vigil

import (
	"slices"
	"time"
)

// Delivery is the delivery of one event to one webhook. It is pending until an attempt
// succeeds or the last one has failed.
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

// DeliveryStatus is the status of a delivery.
type DeliveryStatus string

const (
	DeliveryPending   DeliveryStatus = "pending"
	DeliverySucceeded DeliveryStatus = "succeeded"
	DeliveryFailed    DeliveryStatus = "failed"   // after its last attempt
	DeliveryCanceled  DeliveryStatus = "canceled" // its webhook was deleted
)

// DeliveryStatuses lists every status.
var DeliveryStatuses = []DeliveryStatus{DeliveryPending, DeliverySucceeded, DeliveryFailed, DeliveryCanceled}

// Valid reports whether s is one of DeliveryStatuses.
func (s DeliveryStatus) Valid() bool { return slices.Contains(DeliveryStatuses, s) }

// Attempt is one HTTP request of a delivery and its outcome.
type Attempt struct {
	ID         ID
	DeliveryID ID
	StatusCode int // 0: no answer came
	Took       time.Duration
	Error      string // why there was no answer, or why it did not count; empty if it counted
	Answer     []byte // the beginning of the body of the answer
	CreatedAt  time.Time
}

// MaxAnswer is how many bytes of the response body are kept with an attempt.
const MaxAnswer = 2 << 10

// Succeeded reports whether the receiver accepted the event: a 2xx response, nothing
// else.
func (a Attempt) Succeeded() bool { return a.Error == "" && a.StatusCode/100 == 2 }

// Backoff lists the delays after failed attempts. It has one entry fewer than there
// are attempts.
type Backoff [MaxAttempts - 1]time.Duration

// MaxAttempts is the number of attempts per delivery, as documented in the contract.
const MaxAttempts = 6

// DefaultBackoff gives a receiver nearly nine hours to recover.
var DefaultBackoff = Backoff{30 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}

// After returns the delay after that many failed attempts, and false if there is no
// further attempt. luck, from 0 to 1, adds jitter of up to 20% either way, so that
// deliveries that failed together are not retried together.
func (b Backoff) After(attempts int, luck float64) (wait time.Duration, again bool) {
	if attempts < 1 || attempts > len(b) {
		return 0, false
	}
	return time.Duration(float64(b[attempts-1]) * (0.8 + 0.4*luck)), true
}
