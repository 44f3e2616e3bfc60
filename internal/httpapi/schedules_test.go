package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/store/storetest"
)

// repositoriesOf tracks repositories and returns their ids.
func (s *server) repositoriesOf(team vigil.Team, n int) (ids []string) {
	s.t.Helper()
	for i := range n {
		ids = append(ids, string(storetest.Repository(s.t, s.store, team.ID, vigil.GitHub, fmt.Sprintf("acme/r%d", i)).ID))
	}
	return ids
}

// scheduleBody is a body that is right, with some fields replaced or, if nil, left
// out.
func scheduleBody(repositories []string, edit map[string]any) string {
	fields := map[string]any{"name": "nightly", "repository_ids": repositories, "cron_expression": "0 2 * * *"}
	for name, value := range edit {
		if fields[name] = value; value == nil {
			delete(fields, name)
		}
	}
	body, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return string(body)
}

func TestScheduleLife(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		ids := s.repositoriesOf(s.team, 3)
		before := time.Now()
		made := read[api.Schedule](s.post("/schedules", scheduleBody([]string{ids[2], strings.ToUpper(ids[0])}, nil)).want(201))
		path := "/schedules/" + made.ID
		if made.Branch != nil || made.Timezone != nil || made.Model != nil || made.ScanMode != "full" || !made.IsActive || made.LastRunAt != nil ||
			made.CronExpression != "0 2 * * *" || len(made.RepositoryIDs) != 2 || made.RepositoryIDs[0] != ids[2] || made.RepositoryIDs[1] != ids[0] {
			t.Errorf("%+v", made)
		}
		next, err := time.Parse(api.TimeFormat, *made.NextRunAt)
		if err != nil || !next.After(before) || next.Sub(before) > 24*time.Hour || next.Hour() != 2 || next.Minute() != 0 {
			t.Errorf("next run at %s", next)
		}
		if got := read[api.Schedule](s.get(path)); fmt.Sprint(got.RepositoryIDs, *got.NextRunAt, got.CreatedAt) != fmt.Sprint(made.RepositoryIDs, *made.NextRunAt, made.CreatedAt) {
			t.Errorf("%+v", got)
		}

		full := read[api.Schedule](s.post("/schedules", scheduleBody(ids, map[string]any{
			"branch": "dev", "timezone": "Asia/Kolkata", "scan_mode": "diff", "model": "haiku", "cron_expression": "@weekly"})).want(201))
		if *full.Branch != "dev" || *full.Timezone != "Asia/Kolkata" || full.ScanMode != "diff" || *full.Model != "haiku" || !strings.HasSuffix(*full.NextRunAt, "T18:30:00.000Z") {
			t.Errorf("%+v", full)
		}

		// Absent leaves, null takes away, a value sets.
		patch := func(body string) api.Schedule {
			return read[api.Schedule](s.patch("/schedules/"+full.ID, body).want(200))
		}
		if got := patch(`{}`); got.Branch == nil || *got.NextRunAt != *full.NextRunAt {
			t.Errorf("nothing was asked for: %+v", got)
		}
		if got := patch(`{"name":"weekly","branch":"main","scan_mode":"full","model":"opus","repository_ids":["` + ids[1] + `"]}`); got.Name != "weekly" || *got.Branch != "main" ||
			got.ScanMode != "full" || *got.Model != "opus" || len(got.RepositoryIDs) != 1 || *got.NextRunAt != *full.NextRunAt {
			t.Errorf("%+v", got)
		}
		if got := patch(`{"branch":null,"timezone":null,"model":null}`); got.Branch != nil || got.Timezone != nil || got.Model != nil || !strings.HasSuffix(*got.NextRunAt, "T00:00:00.000Z") {
			t.Errorf("%+v", got)
		}
		if got := patch(`{"cron_expression":"15 3 * * *"}`); !strings.HasSuffix(*got.NextRunAt, "T03:15:00.000Z") {
			t.Errorf("%+v", got)
		}
		if got := patch(`{"is_active":false,"cron_expression":"45 3 * * *"}`); got.IsActive || got.NextRunAt != nil {
			t.Errorf("%+v", got)
		}
		if got := patch(`{"name":"paused"}`); got.IsActive || got.NextRunAt != nil {
			t.Errorf("a new name made it active: %+v", got)
		}
		if got := patch(`{"is_active":true}`); !got.IsActive || !strings.HasSuffix(*got.NextRunAt, "T03:45:00.000Z") {
			t.Errorf("%+v", got)
		}

		names := func(query string) (out []string) {
			for _, c := range read[api.List[api.Schedule]](s.get("/schedules" + query)).Data {
				out = append(out, c.Name)
			}
			return out
		}
		if got := fmt.Sprint(names(""), names("?sort=name&order=asc"), names("?sort=next_run_at&limit=1")); !strings.HasPrefix(got, "[paused nightly] [nightly paused] [") {
			t.Errorf("lists: %s", got)
		}
		s.get("/schedules?sort=cron_expression").wantError(400, "parameter_invalid", "sort")
		page := read[api.List[api.Schedule]](s.get("/schedules?limit=1&sort=name"))
		s.get("/schedules?limit=1&sort=name&cursor=" + *page.Pagination.NextCursor).want(200)
		s.get("/schedules?limit=1&sort=next_run_at&cursor="+*page.Pagination.NextCursor).wantError(400, "parameter_invalid", "cursor")

		deleted := s.call("DELETE", path).do().want(200)
		if got := strings.TrimSpace(string(deleted.body)); got != `{"object":"schedule","id":"`+made.ID+`","deleted":true}` {
			t.Errorf("deleted: %s", got)
		}
		s.call("DELETE", path).do().wantError(404, "not_found", "")
		s.get(path).wantError(404, "not_found", "")
		s.patch(path, `{"name":"n"}`).wantError(404, "not_found", "")
		s.get("/schedules/nonsense").wantError(404, "not_found", "")
	})
}

func TestScheduleBodies(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		ids := s.repositoriesOf(s.team, 3)
		other := storetest.Team(t, s.store, "other")
		theirs := s.repositoriesOf(other, 1)[0]
		scan := s.startScan("acme/r0").ID
		path := "/schedules/" + read[api.Schedule](s.post("/schedules", scheduleBody(ids, nil)).want(201)).ID
		many := make([]string, vigil.MaxScheduleRepositories+1)
		for i := range many {
			many[i] = string(vigil.NewID())
		}
		for _, c := range []struct {
			field string
			value any
			code  string
			param string
		}{
			{"name", nil, "parameter_missing", "name"},
			{"repository_ids", nil, "parameter_missing", "repository_ids"},
			{"cron_expression", nil, "parameter_missing", "cron_expression"},
		} {
			s.post("/schedules", scheduleBody(ids, map[string]any{c.field: c.value})).wantError(400, c.code, c.param)
		}
		null := json.RawMessage("null")
		for _, c := range []struct {
			field, param string
			values       []any
		}{
			{"name", "name", []any{"", null, 7, strings.Repeat("n", 256), "a\nb"}},
			{"repository_ids", "repository_ids", []any{[]string{}, null, ids[0], map[string]string{}, many}},
			{"repository_ids", "repository_ids[0]", []any{[]any{1}, []any{null}, []any{""}, []any{"acme/r0"}, []string{theirs}, []string{scan}}},
			{"repository_ids", "repository_ids[2]", []any{[]string{ids[0], ids[1], string(vigil.NewID())}, []string{ids[0], ids[1], ids[0]}, []string{ids[0], ids[1], strings.ToUpper(ids[1])}}},
			{"cron_expression", "cron_expression", []any{"", null, 5, "* * * *", "0 0 0 * * *", "@every 1h", "@reboot", "TZ=UTC 0 0 * * *", "CRON_TZ=UTC 0 0 * * *", "0 0 30 2 *",
				"60 * * * *", "*/0 * * * *", "0 0 * * MONDAY", "0 0 ? * *", strings.Repeat("1,", 200) + "1 * * * *"}},
			{"timezone", "timezone", []any{"", 5, "Local", "CEST", "Europe/Atlantis", "../UTC", "+01:00", "europe/berlin", strings.Repeat("x", 5000)}},
			{"branch", "branch", []any{"", 5, "a b", "-x", "a..b"}},
			{"scan_mode", "scan_mode", []any{"", null, "quick", "FULL", 1}},
			{"model", "model", []any{"", "gpt", 1}},
		} {
			for _, value := range c.values {
				s.post("/schedules", scheduleBody(ids, map[string]any{c.field: value})).wantError(400, "parameter_invalid", c.param)
				body, _ := json.Marshal(map[string]any{c.field: value})
				s.patch(path, string(body)).wantError(400, "parameter_invalid", c.param)
			}
		}
		for _, field := range []string{"branch", "timezone", "model"} { // null is for PATCH alone
			s.post("/schedules", scheduleBody(ids, map[string]any{field: null})).wantError(400, "parameter_invalid", field)
		}
		s.post("/schedules", scheduleBody(ids, map[string]any{"is_active": true})).wantError(400, "parameter_unknown", "is_active")
		s.post("/schedules", scheduleBody(ids, map[string]any{"next_run_at": "x"})).wantError(400, "parameter_unknown", "next_run_at")
		s.patch(path, `{"id":"x"}`).wantError(400, "parameter_unknown", "id")
		for _, value := range []string{"null", `"true"`, "0"} {
			s.patch(path, `{"is_active":`+value+`}`).wantError(400, "parameter_invalid", "is_active")
		}
		s.patch(path, `{"name":"a","name":"b"}`).wantError(400, "parameter_duplicate", "name")
		s.post("/schedules?x=1", scheduleBody(ids, nil)).wantError(400, "parameter_unknown", "x")
		if n := len(read[api.List[any]](s.get("/schedules")).Data); n != 1 {
			t.Errorf("%d schedules, want the one", n)
		}
		if got := read[api.Schedule](s.get(path)); got.Name != "nightly" || len(got.RepositoryIDs) != 3 {
			t.Errorf("changed: %+v", got)
		}
	})
}

func TestSchedulesAreTheTeams(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		made := read[api.Schedule](s.post("/schedules", scheduleBody(s.repositoriesOf(s.team, 1), nil)).want(201))
		path := "/schedules/" + made.ID
		stranger := s.newKey(storetest.Team(t, s.store, "other"))
		s.call("GET", path).as(stranger).do().wantError(404, "not_found", "")
		s.call("PATCH", path).as(stranger).json(`{"is_active":false}`).do().wantError(404, "not_found", "")
		s.call("DELETE", path).as(stranger).do().wantError(404, "not_found", "")
		if n := len(read[api.List[any]](s.call("GET", "/schedules").as(stranger).do()).Data); n != 0 {
			t.Errorf("another team sees %d", n)
		}
		reader := s.newKey(s.team, vigil.SchedulesRead)
		s.call("GET", path).as(reader).do().want(200)
		s.call("DELETE", path).as(reader).do().wantError(403, "permission_denied", "")
		s.call("PATCH", path).as(reader).json(`{}`).do().wantError(403, "permission_denied", "")

		// A repetition makes one schedule.
		body := scheduleBody(s.repositoriesOf(s.team, 1), nil)
		first := s.call("POST", "/schedules").json(body).with("Idempotency-Key", "k").do().want(201)
		again := s.call("POST", "/schedules").json(body).with("Idempotency-Key", "k").do().want(201)
		if string(first.body) != string(again.body) || len(read[api.List[any]](s.get("/schedules")).Data) != 2 {
			t.Errorf("%s\n%s", first.body, again.body)
		}
	})
}
