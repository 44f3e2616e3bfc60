package web

import "vigil"

type scheduleList struct {
	pager
	Items []vigil.Schedule
}

func (s *site) listSchedules(r *request) (page, error) {
	q := r.query()
	p := r.page(q, []string{"name", "created_at", "next_run_at"}, "name")
	if err := q.Done(); err != nil {
		return page{}, err
	}
	l, err := s.store.ListSchedules(r.Context(), r.team(), p.page)
	return page{view: "schedules", Title: "Schedules", Section: "/schedules", Content: scheduleList{of(p, l), l.Items}}, err
}

type webhookList struct {
	pager
	Items []vigil.Webhook
}

func (s *site) listWebhooks(r *request) (page, error) {
	q := r.query()
	p := r.page(q, vigil.WebhookSorts, "")
	if err := q.Done(); err != nil {
		return page{}, err
	}
	l, err := s.store.ListWebhooks(r.Context(), r.team(), p.page)
	return page{view: "webhooks", Title: "Webhooks", Section: "/webhooks", Content: webhookList{of(p, l), l.Items}}, err
}
