package main_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/store"
)

// change changes the database behind the server's back.
func (s *service) change(fn func(*store.Tx) error) {
	s.t.Helper()
	c := store.Config{Path: s.data + "/vigil.db"}
	if i := slices.Index(s.args, "--database-url"); i >= 0 {
		c = store.Config{PostgresURL: s.args[i+1]}
	}
	db, err := store.Open(s.t.Context(), c)
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	if err := db.Write(s.t.Context(), fn); err != nil {
		s.t.Fatal(err)
	}
}

// TestSchedule has the program run a schedule, whose time is brought forward so
// that the test need not wait for it.
func TestSchedule(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		newRepository(t, mirror, "acme/api").commit(map[string]string{"a.py": "x = 1\n"})
		s := start(t, t.TempDir(), append(args, "--github-url", "file://"+mirror)...)
		key := s.key()
		s.scan(key, "acme/api")
		var repositories struct{ Data []struct{ ID string } }
		if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/repositories", "")), &repositories); err != nil {
			t.Fatal(err)
		}
		var made struct{ ID string }
		text := s.want(201, key, "POST", "/api/v1/schedules", `{"name":"yearly","repository_ids":["`+repositories.Data[0].ID+`"],"cron_expression":"@yearly","timezone":"Asia/Tokyo"}`)
		if err := json.Unmarshal([]byte(text), &made); err != nil || !strings.Contains(text, `-12-31T15:00:00.000Z"`) {
			t.Fatalf("%s: %v", text, err)
		}
		s.change(func(tx *store.Tx) error {
			team, err := tx.GetTeam(t.Context(), vigil.DefaultTeam)
			if err != nil {
				return err
			}
			schedule, err := tx.GetSchedule(t.Context(), team.ID, vigil.ID(made.ID))
			if err != nil {
				return err
			}
			schedule.NextRunAt = vigil.Now()
			_, err = tx.UpdateSchedule(t.Context(), team.ID, schedule)
			return err
		})
		eventually(t, s, "a scheduled scan is completed", func() bool {
			scans := s.want(200, key, "GET", "/api/v1/scans", "")
			return strings.Count(scans, `"status":"completed"`) == 2 && strings.Contains(scans, `"name":"yearly"`)
		})
		if text := s.want(200, key, "GET", "/api/v1/schedules/"+made.ID, ""); !strings.Contains(text, `-12-31T15:00:00.000Z"`) || strings.Contains(text, `"last_run_at":null`) {
			t.Errorf("after its run: %s", text)
		}
		if events := s.want(200, key, "GET", "/api/v1/events?type=schedule.triggered", ""); strings.Count(events, `"scan_ids"`) != 1 {
			t.Errorf("events: %s", events)
		}
	})
}
