package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/store"
)

// triggerEvent makes a test event.
func (a *API) triggerEvent(r *request) (change, error) {
	b := parseBody(r.raw)
	t := required(b, "type", vigil.EventTypes...)
	if b.err != nil {
		return change{}, b.err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		e, err := a.service.TriggerEvent(ctx, tx, r.team(), t)
		if err != nil {
			return answer{}, err
		}
		return created(api.NewStoredEvent(e)), nil
	}}, r.query().Done()
}

const (
	maxStreams    = 5 // of one key
	streamPoll    = 500 * time.Millisecond
	streamBeat    = 15 * time.Second
	streamWrite   = 10 * time.Second // how long a listener may take to read
	streamPage    = 100
	lateWindow    = time.Minute
	lateLookEvery = 5 * time.Second
)

// streams counts who listens.
type streams struct {
	mu     sync.Mutex
	byKey  map[vigil.ID]int
	byTeam map[vigil.TeamID]int64
	stop   chan struct{}
	once   sync.Once
}

// enter counts a stream of a key, unless the key or its team has too many.
func (s *streams) enter(key vigil.Key, quotas vigil.Quotas) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byKey == nil {
		s.byKey, s.byTeam = map[vigil.ID]int{}, map[vigil.TeamID]int64{}
	}
	if s.byKey[key.ID] >= maxStreams {
		return &vigil.Error{Kind: vigil.RateLimited, Code: "rate_limited", Message: fmt.Sprintf("This API key has %d streams open already. Close one.", maxStreams)}
	}
	if err := quotas.Check(vigil.QuotaStreams, s.byTeam[key.Team.ID], 1); err != nil {
		return err
	}
	s.byKey[key.ID]++
	s.byTeam[key.Team.ID]++
	return nil
}

func (s *streams) leave(key vigil.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byKey[key.ID]--; s.byKey[key.ID] == 0 {
		delete(s.byKey, key.ID)
	}
	if s.byTeam[key.Team.ID]--; s.byTeam[key.Team.ID] == 0 {
		delete(s.byTeam, key.Team.ID)
	}
}

// ofTeam returns how many streams of a team are open on this server.
func (s *streams) ofTeam(team vigil.TeamID) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byTeam[team]
}

// EndStreams ends all streams of events, for a server that shall stop.
func (a *API) EndStreams() { a.streams.once.Do(func() { close(a.streams.stop) }) }

// streamEvents sends the events of the team as they happen, as server-sent events.
// A listener that was cut off goes on behind the last one it has seen.
func (a *API) streamEvents(w http.ResponseWriter, r *request) error {
	q := r.query()
	s := &stream{a: a, w: w, control: http.NewResponseController(w), team: r.team(), key: r.key, types: listquery.Choices(q, "type", sentTypes), seen: map[vigil.ID]bool{}}
	after := q.One("after")
	if after == "" {
		after = r.Header.Get("Last-Event-ID") // what browsers and other clients send
	}
	err := q.Done()
	if err == nil {
		s.types, err = r.seenTypes(s.types)
	}
	if err != nil {
		return err
	}
	s.at = vigil.Position{Number: vigil.Now().UnixMicro(), ID: vigil.NewID()}
	if after != "" {
		id, valid := vigil.ParseID(after)
		var e vigil.Event
		if valid {
			e, err = a.store.GetEvent(r.Context(), r.team(), id)
		}
		if !valid || vigil.KindOf(err) == vigil.NotFound {
			return vigil.InvalidError("after", "is not the id of an event that is still kept: leave it out to begin with what happens now")
		}
		if err != nil {
			return err
		}
		s.at = vigil.Position{Number: e.CreatedAt.UnixMicro(), ID: e.ID}
	}
	if err := a.streams.enter(r.key, a.quotas); err != nil {
		w.Header().Set("Retry-After", quotaWait)
		return err
	}
	defer a.streams.leave(r.key)
	if r.Method == http.MethodHead {
		return nil
	}
	_ = s.control.SetReadDeadline(time.Time{}) // the server's would end the request
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	s.run(r.caller)
	return nil
}

// stream is one listener.
type stream struct {
	a       *API
	w       http.ResponseWriter
	control *http.ResponseController
	team    vigil.TeamID
	key     vigil.Key
	types   []vigil.EventType
	at      vigil.Position    // the last event that was sent
	seen    map[vigil.ID]bool // of the last minute
}

func (s *stream) run(ctx context.Context) {
	poll := time.NewTicker(streamPoll)
	defer poll.Stop()
	began := s.at.Number
	beat, looked := time.Now(), time.Now()
	if !s.write(": connected\n\n") {
		return
	}
	for {
		// An error may pass: the database comes back, and nothing was skipped.
		sent, ok := s.sendNew(ctx)
		if ok && time.Since(looked) > lateLookEvery && !s.a.store.Alone() {
			looked = time.Now()
			late, fine := s.sendLate(ctx, began)
			sent, ok = sent || late, fine
		}
		if sent {
			beat = time.Now()
		}
		if ok && time.Since(beat) > streamBeat {
			beat, ok = time.Now(), s.write(": still here\n\n") && !errors.Is(s.mayListen(ctx), errMayNot)
		}
		if !ok {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-s.a.streams.stop:
			return
		case <-poll.C:
		}
	}
}

// errMayNot says that the key of a listener was revoked, or has expired.
var errMayNot = errors.New("the key may no longer listen")

func (s *stream) mayListen(ctx context.Context) error {
	now, err := s.a.store.GetKey(ctx, s.team, s.key.ID)
	if err == nil && (!now.Active(time.Now()) || !now.Allows(vigil.WebhooksManage)) {
		err = errMayNot
	}
	return err
}

// list returns a page of events. Before each that has any it is asked again whether the
// key may see them: a stream outlives the request for it by far.
func (s *stream) list(ctx context.Context, f store.EventFilter, page vigil.Page) (store.List[vigil.Event], error) {
	l, err := s.a.store.ListEvents(ctx, s.team, f, page)
	if err == nil && len(l.Items) > 0 {
		err = s.mayListen(ctx)
	}
	return l, err
}

// sendNew sends what happened behind the last that was sent. It reports false if
// nobody listens any more.
func (s *stream) sendNew(ctx context.Context) (sent, ok bool) {
	for {
		page := vigil.Page{Limit: streamPage, Sort: "created_at", After: &s.at}
		l, err := s.list(ctx, store.EventFilter{Types: s.types}, page)
		if err != nil {
			return sent, ctx.Err() == nil && !errors.Is(err, errMayNot)
		}
		for _, e := range l.Items {
			if !s.send(e) {
				return sent, false
			}
			sent, s.at = true, vigil.Position{Number: e.CreatedAt.UnixMicro(), ID: e.ID}
		}
		if l.Next == nil {
			return sent, true
		}
	}
}

// sendLate sends events that were stored by a transaction that took so long that
// later ones had been sent already. That can be only where several write at once.
func (s *stream) sendLate(ctx context.Context, began int64) (sent, ok bool) {
	from := time.UnixMicro(max(time.Now().Add(-lateWindow).UnixMicro(), began))
	for id := range s.seen {
		if id < vigil.FirstID(from) {
			delete(s.seen, id)
		}
	}
	f := store.EventFilter{Types: s.types, Created: store.Between{After: from, Before: time.UnixMicro(s.at.Number + 1)}}
	if n, err := s.a.store.CountEvents(ctx, s.team, f); err != nil || n <= len(s.seen) {
		return false, ctx.Err() == nil // as many as we have sent
	}
	for page := (vigil.Page{Limit: streamPage, Sort: "created_at"}); ; {
		l, err := s.list(ctx, f, page)
		if err != nil {
			return sent, ctx.Err() == nil && !errors.Is(err, errMayNot)
		}
		for _, e := range l.Items {
			if s.seen[e.ID] {
				continue
			}
			if !s.send(e) {
				return sent, false
			}
			sent = true
		}
		if page.After = l.Next; l.Next == nil {
			return sent, true
		}
	}
}

// send writes one event. A payload has no line breaks: it is compact JSON.
func (s *stream) send(e vigil.Event) bool {
	s.seen[e.ID] = true
	return s.write(fmt.Sprintf("id: %s\nevent: %s\ndata: %s\n\n", e.ID, e.Type, e.Payload))
}

func (s *stream) write(text string) bool {
	_ = s.control.SetWriteDeadline(time.Now().Add(streamWrite))
	_, err := s.w.Write([]byte(text))
	if err == nil {
		err = s.control.Flush()
	}
	return err == nil
}
