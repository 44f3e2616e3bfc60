package vigil

import (
	"slices"
	"time"
)

// EventType is what kind of thing happened.
type EventType string

const (
	EventScanStarted                EventType = "scan.started"
	EventScanCompleted              EventType = "scan.completed"
	EventScanFailed                 EventType = "scan.failed"
	EventVulnerabilityFound         EventType = "vulnerability.found"
	EventVulnerabilityStatusChanged EventType = "vulnerability.status_changed"
	EventRepositoryScanCompleted    EventType = "repository.scan_completed"
	EventScheduleTriggered          EventType = "schedule.triggered"

	// EventPing tries out one webhook. Nobody subscribes to it.
	EventPing EventType = "ping"
)

// EventTypes lists every type that a webhook can subscribe to.
var EventTypes = []EventType{EventScanStarted, EventScanCompleted, EventScanFailed, EventVulnerabilityFound,
	EventVulnerabilityStatusChanged, EventRepositoryScanCompleted, EventScheduleTriggered}

// Valid reports whether t is one of EventTypes.
func (t EventType) Valid() bool { return slices.Contains(EventTypes, t) }

// ReadPermission returns what a key needs to see events of type t: what it needs to
// see the things they are about. It is empty if they show nothing.
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

// Event says that something happened. It is stored in the transaction that made
// it happen, with the bytes that every delivery of it will carry.
type Event struct {
	ID        ID
	Type      EventType
	Payload   []byte
	CreatedAt time.Time
}
