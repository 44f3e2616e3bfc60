package httpapi

import (
	"context"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/store"
)

func (a *API) listDeliveries(r *request) (answer, error) {
	id, err := r.pathID("webhook endpoint")
	if err != nil {
		return answer{}, err
	}
	q := r.query()
	page, cursor := r.page(q, vigil.DeliverySorts)
	f := store.DeliveryFilter{Statuses: listquery.Choices(q, "status", vigil.DeliveryStatuses), Types: listquery.Choices(q, "event_type", sentTypes)}
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	if _, err := a.store.GetWebhook(r.Context(), r.team(), id); err != nil {
		return answer{}, err
	}
	deliveries, err := a.store.ListDeliveries(r.Context(), r.team(), id, f, page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(deliveries, cursor, api.NewDelivery), nil
}

// sentTypes are the types that an event can have, be it one that nobody subscribes
// to.
var sentTypes = append([]vigil.EventType{vigil.EventPing}, vigil.EventTypes...)

// deliveryPath returns the webhook and the delivery that the path names.
func (r *request) deliveryPath() (webhook, id vigil.ID, err error) {
	if webhook, err = r.onlyID("webhook endpoint"); err != nil {
		return "", "", err
	}
	id, err = r.pathIDNamed("delivery_id", "delivery")
	return webhook, id, err
}

func (a *API) getDelivery(r *request) (answer, error) {
	webhook, id, err := r.deliveryPath()
	if err != nil {
		return answer{}, err
	}
	if _, err := a.store.GetWebhook(r.Context(), r.team(), webhook); err != nil {
		return answer{}, err
	}
	d, err := a.store.GetDelivery(r.Context(), r.team(), webhook, id)
	if err != nil {
		return answer{}, err
	}
	if err := r.require(d.EventType.ReadPermission()); err != nil {
		return answer{}, err // receivers may repeat in their answers what they were sent
	}
	attempts, err := a.store.ListAttempts(r.Context(), r.team(), id)
	return ok(api.NewDeliveryWithAttempts(d, attempts)), err
}

func (a *API) redeliver(r *request) (change, error) {
	webhook, id, err := r.deliveryPath()
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		d, err := a.service.Redeliver(ctx, tx, r.key, webhook, id)
		return created(api.NewDelivery(d)), err
	}}, nil
}

func (a *API) listEvents(r *request) (answer, error) {
	q := r.query()
	page, cursor := r.page(q, vigil.EventSorts)
	f := store.EventFilter{Types: listquery.Choices(q, "type", sentTypes), Created: q.Created()}
	err := q.Done()
	if err == nil {
		f.Types, err = r.seenTypes(f.Types)
	}
	if err != nil {
		return answer{}, err
	}
	events, err := a.store.ListEvents(r.Context(), r.team(), f, page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(events, cursor, api.NewStoredEvent), nil
}

func (a *API) getEvent(r *request) (answer, error) {
	id, err := r.onlyID("event")
	if err != nil {
		return answer{}, err
	}
	e, err := a.store.GetEvent(r.Context(), r.team(), id)
	if err != nil {
		return answer{}, err
	}
	return ok(api.NewStoredEvent(e)), r.require(e.Type.ReadPermission())
}

// seenTypes returns which types of events to show, given which are asked for: all
// that the caller's key may see if none are. Those that it may not are an error.
func (r *request) seenTypes(asked []vigil.EventType) (types []vigil.EventType, err error) {
	for _, t := range asked {
		if err := r.require(t.ReadPermission()); err != nil {
			return nil, err
		}
	}
	if len(asked) > 0 {
		return asked, nil
	}
	for _, t := range sentTypes {
		if r.key.Sees(t) {
			types = append(types, t)
		}
	}
	if len(types) == len(sentTypes) {
		return nil, nil // no filter
	}
	return types, nil
}
