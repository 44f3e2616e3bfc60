package api

import "vigil"

// Schedule starts scans of repositories by a cron expression.
type Schedule struct {
	Object         string   `json:"object"`
	ID             string   `json:"id"`
	Name           string   `json:"name"`
	RepositoryIDs  []string `json:"repository_ids"`
	Branch         *string  `json:"branch"`
	CronExpression string   `json:"cron_expression"`
	Timezone       *string  `json:"timezone"`
	ScanMode       string   `json:"scan_mode"`
	Model          *string  `json:"model"`
	IsActive       bool     `json:"is_active"`
	NextRunAt      *string  `json:"next_run_at"`
	LastRunAt      *string  `json:"last_run_at"`
	CreatedAt      string   `json:"created_at"`
}

// NewSchedule returns s in its wire form.
func NewSchedule(s vigil.Schedule) Schedule {
	return Schedule{
		Object:         "schedule",
		ID:             string(s.ID),
		Name:           s.Name,
		RepositoryIDs:  texts(s.RepositoryIDs),
		Branch:         optional(s.Branch),
		CronExpression: s.Cron,
		Timezone:       optional(s.TimeZone),
		ScanMode:       string(s.Mode),
		Model:          optional(s.Model),
		IsActive:       s.Active(),
		NextRunAt:      optionalTime(s.NextRunAt),
		LastRunAt:      optionalTime(s.LastRunAt),
		CreatedAt:      timestamp(s.CreatedAt),
	}
}

// ScheduleTriggered is the data of schedule.triggered.
type ScheduleTriggered struct {
	Object  Schedule `json:"object"`
	ScanIDs []string `json:"scan_ids"`
}

// NewScheduleTriggered describes the scans started by s, given as it is after the run.
func NewScheduleTriggered(s vigil.Schedule, scans []vigil.ID) ScheduleTriggered {
	return ScheduleTriggered{Object: NewSchedule(s), ScanIDs: texts(scans)}
}

// texts is never nil: null is no list.
func texts[T ~string](in []T) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = string(s)
	}
	return out
}
