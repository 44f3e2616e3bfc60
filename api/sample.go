package api

import (
	"time"

	"vigil"
)

// SampleData is made-up data for an event of a type, to test receivers with. It is nil
// for an unknown type.
func SampleData(t vigil.EventType) any {
	now := vigil.Now()
	repository := vigil.Repository{ID: vigil.NewID(), FullName: "example/test-event", Provider: vigil.GitHub, DefaultBranch: "main", CreatedAt: now}
	scan := vigil.Scan{ID: vigil.NewID(), RepositoryID: repository.ID, Repository: repository.FullName, Name: "Test event", Status: vigil.ScanRunning,
		Kind: vigil.MainScan, Branch: "main", CreatedAt: now}
	const vector = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N"
	const severity vigil.Score = 75 // of the vector
	found := vigil.Vulnerability{ID: vigil.NewID(), RepositoryID: repository.ID, ScanID: scan.ID, Status: vigil.Open, Severity: severity, CVSS: vector,
		Confidence: vigil.ScoreOf(9), Type: "HARDCODED_SECRET", CWE: "CWE-798", Title: "Test event", Description: "Nothing was found: this tries out a webhook.",
		FilePath: "example.py", CreatedAt: now}
	switch t {
	case vigil.EventScanStarted:
		return About[Scan]{NewScan(scan)}
	case vigil.EventScanCompleted:
		scan.Status, scan.Progress, scan.EndedAt = vigil.ScanCompleted, 100, now
		return ScanCompleted{NewScan(scan), NewGate(vigil.NewGate(scan, vigil.High, &vigil.GateFacts{}, nil))}
	case vigil.EventScanFailed:
		scan.Status, scan.EndedAt = vigil.ScanFailed, now
		return ScanFailed{NewScan(scan), "This is a test event."}
	case vigil.EventVulnerabilityFound:
		return About[Vulnerability]{NewVulnerability(found)}
	case vigil.EventVulnerabilityStatusChanged:
		found.Status = vigil.InProgress
		return NewStatusChanged(found, vigil.Change{Action: "confirm", Before: vigil.Open, After: found.Status, Reason: "This is a test event."})
	case vigil.EventRepositoryScanCompleted:
		repository.LastScanAt, repository.ScanCount = now, 1
		return RepositoryScanCompleted{NewRepository(repository), string(scan.ID)}
	case vigil.EventScheduleTriggered:
		schedule := vigil.Schedule{ID: vigil.NewID(), Name: "Test event", RepositoryIDs: []vigil.ID{repository.ID}, Cron: "@daily", Mode: vigil.FullScan,
			NextRunAt: now.Add(24 * time.Hour), LastRunAt: now, CreatedAt: now}
		return NewScheduleTriggered(schedule, []vigil.ID{scan.ID})
	}
	return nil
}
