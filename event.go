package vigil

import (
	"slices"
	"time"
)

// EventType is the type of an event.
type EventType string

const (
	EventScanStarted                EventType = "scan.started"
	EventScanCompleted              EventType = "scan.completed"
	EventScanFailed                 EventType = "scan.failed"
	EventVulnerabilityFound         EventType = "vulnerability.found"
	EventVulnerabilityStatusChanged EventType = "vulnerability.status_changed"
	EventRepositoryScanCompleted    EventType = "repository.scan_completed"
	EventScheduleTriggered          EventType = "schedule.triggered"

	// EventPing tests one webhook. It cannot be subscribed to.
	EventPing EventType = "ping"
)

// EventTypes lists every type that a webhook can subscribe to.
var EventTypes = []EventType{EventScanStarted, EventScanCompleted, EventScanFailed, EventVulnerabilityFound,
	EventVulnerabilityStatusChanged, EventRepositoryScanCompleted, EventScheduleTriggered}

// Valid reports whether t is one of EventTypes.
func (t EventType) Valid() bool { return slices.Contains(EventTypes, t) }

// ReadPermission returns the permission that a key needs to see events of type t: the
// one to read their subject. Empty if they reveal nothing.
func (t EventType) ReadPermission() Permission {
	switch t {
	case EventVulnerabilityFound, EventVulnerabilityStatusChanged:
		return VulnerabilitiesRead
	case EventScanStarted, EventScanCompleted, EventScanFailed:
		return ScansRead
	case EventRepositoryScanCompleted:
		return RepositoriesRead
	case EventScheduleTriggered:
		return SchedulesRead
	}
	return ""
}

// Event records that something happened. It is stored in the transaction that made it
// happen (a transactional outbox), with the exact bytes that every delivery carries.
type Event struct {
	ID        ID
	Type      EventType
	Payload   []byte
	CreatedAt time.Time
}
