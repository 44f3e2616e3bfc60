package vigil

import (
	"slices"
	"time"
)

// EventType is what kind of thing happened.
type EventType string

const (
	ScanStarted                EventType = "scan.started"
	ScanCompletedEvent         EventType = "scan.completed"
	ScanFailedEvent            EventType = "scan.failed"
	VulnerabilityFound         EventType = "vulnerability.found"
	VulnerabilityStatusChanged EventType = "vulnerability.status_changed"
	RepositoryScanCompleted    EventType = "repository.scan_completed"
	ScheduleTriggered          EventType = "schedule.triggered"
)

// EventTypes lists every type that a webhook can subscribe to.
var EventTypes = []EventType{ScanStarted, ScanCompletedEvent, ScanFailedEvent, VulnerabilityFound,
	VulnerabilityStatusChanged, RepositoryScanCompleted, ScheduleTriggered}

// Valid reports whether t is one of EventTypes.
func (t EventType) Valid() bool { return slices.Contains(EventTypes, t) }

// Event says that something happened. It is stored in the transaction that made
// it happen, with the bytes that every delivery of it will carry.
type Event struct {
	ID        ID
	Type      EventType
	Payload   []byte
	CreatedAt time.Time
}
