package web

import "vigil"

type scheduleList struct {
	pager
	Items []vigil.Schedule
}

func (s *site) listSchedules(r *request) (page, error) {
	q := &query{values: r.URL.Query()}
	at := q.page([]string{"name", "created_at", "next_run_at"})
	if q.one("order") == "" && at.Sort == "name" {
		at.Desc = false
	}
	if q.err != nil {
		return page{}, q.err
	}
	l, err := s.store.ListSchedules(r.Context(), r.team(), at)
	return page{view: "schedules", Title: "Schedules", Section: "/schedules", Content: scheduleList{pagerOf(q, at, l), l.Items}}, err
}

type webhookList struct {
	pager
	Items []vigil.Webhook
}

func (s *site) listWebhooks(r *request) (page, error) {
	q := &query{values: r.URL.Query()}
	at := q.page(vigil.WebhookSorts)
	if q.err != nil {
		return page{}, q.err
	}
	l, err := s.store.ListWebhooks(r.Context(), r.team(), at)
	return page{view: "webhooks", Title: "Webhooks", Section: "/webhooks", Content: webhookList{pagerOf(q, at, l), l.Items}}, err
}
