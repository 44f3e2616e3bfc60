package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"vigil"
	"vigil/internal/store"
)

// A session stands for a key. The browser has a random token, the database its hash. The key is
// looked up on each request, so revoking it ends its sessions.
const (
	sessionCookie = "vigil_session"
	sessionTime   = 12 * time.Hour
	maxSessions   = 100 // per key; the next one ends the oldest
)

var notSignedIn = &vigil.Error{Kind: vigil.Unauthenticated, Message: "You are not signed in, or no longer. Sign in and do it again."}

// signedIn returns the key of the session.
func (s *site) signedIn(r *http.Request) (vigil.Key, error) {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return vigil.Key{}, notSignedIn
	}
	key, err := s.store.GetSessionKey(r.Context(), sha256.Sum256([]byte(cookie.Value)), time.Now())
	if vigil.KindOf(err) == vigil.NotFound {
		err = notSignedIn
	}
	return key, err
}

// showStart redirects to the overview, or to the sign-in page.
func (s *site) showStart(w http.ResponseWriter, r *http.Request) {
	key, err := s.signedIn(r)
	if err == nil {
		err = s.limit(w.Header(), key.ID, time.Now())
	}
	switch {
	case err == nil:
		http.Redirect(w, r, "/overview", http.StatusSeeOther)
	case vigil.KindOf(err) == vigil.Unauthenticated:
		http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
	default:
		s.fail(w, &request{Request: r}, err)
	}
}

// signInForm is the data of the sign-in page.
type signInForm struct {
	Next  string // path to redirect to
	Wrong string
}

func (s *site) showSignIn(w http.ResponseWriter, r *http.Request) {
	show(w, http.StatusOK, "signin", page{Title: "Sign in", Content: signInForm{Next: localPath(r.URL.Query().Get("next"))}})
}

// localPath returns next if it is a path on this server, else the overview: no open redirect.
func localPath(next string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsFunc(next, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }) {
		return "/overview"
	}
	return next
}

// signIn starts a session for a valid key. It does not say why a key is refused.
func (s *site) signIn(w http.ResponseWriter, r *http.Request) {
	if err := s.readForm(w, r); err != nil {
		s.fail(w, &request{Request: r}, err)
		return
	}
	now := time.Now()
	from := client(r)
	form := signInForm{Next: localPath(r.PostForm.Get("next"))}
	key, err := s.keyOf(r.Context(), vigil.Secret(strings.TrimSpace(r.PostForm.Get("key"))), now)
	switch {
	case vigil.KindOf(err) == vigil.NotFound && !s.wrongKeys.left(from, now):
		w.Header().Set("Retry-After", "60")
		form.Wrong = "Too many wrong keys came from your address. Wait a minute."
		show(w, http.StatusTooManyRequests, "signin", page{Title: "Sign in", Content: form})
		return
	case vigil.KindOf(err) == vigil.NotFound:
		s.wrongKeys.add(from, now)
		form.Wrong = "This API key is not valid. Check that it is complete and has not been revoked."
		show(w, http.StatusUnauthorized, "signin", page{Title: "Sign in", Content: form})
		return
	case err == nil:
		err = s.limit(w.Header(), key.ID, now)
	}
	if err != nil {
		s.fail(w, &request{Request: r}, err)
		return
	}
	token := rand.Text()
	err = s.store.Write(r.Context(), func(tx *store.Tx) error {
		if err := tx.DeleteSessionsBefore(r.Context(), now); err != nil {
			return err
		}
		if err := tx.UpdateKeysUsed(r.Context(), map[vigil.ID]time.Time{key.ID: now}); err != nil {
			return err
		}
		if err := tx.DeleteOldestSessions(r.Context(), key.ID, maxSessions-1); err != nil {
			return err
		}
		return tx.InsertSession(r.Context(), sha256.Sum256([]byte(token)), key.ID, now.Add(sessionTime))
	})
	if err != nil {
		s.fail(w, &request{Request: r}, err)
		return
	}
	http.SetCookie(w, s.cookie(r, token, int(sessionTime.Seconds())))
	http.Redirect(w, r, form.Next, http.StatusSeeOther)
}

// keyOf returns the active key with a secret.
func (s *site) keyOf(ctx context.Context, secret vigil.Secret, now time.Time) (vigil.Key, error) {
	if !secret.WellFormed() {
		return vigil.Key{}, vigil.MissingError("key")
	}
	key, err := s.store.GetKeyByHash(ctx, secret.Hash())
	if err == nil && !key.Active(now) {
		err = vigil.MissingError("key")
	}
	return key, err
}

// signOut ends the session in the database, too, so that a copied cookie is useless.
func (s *site) signOut(w http.ResponseWriter, r *http.Request) {
	err := s.readForm(w, r)
	if err == nil {
		_, err = s.signedIn(r)
	}
	if err == nil {
		cookie, _ := r.Cookie(sessionCookie) // it was just read
		err = s.store.Write(r.Context(), func(tx *store.Tx) error {
			return tx.DeleteSession(r.Context(), sha256.Sum256([]byte(cookie.Value)))
		})
	}
	if err != nil && vigil.KindOf(err) != vigil.Unauthenticated { // without a session there is nothing to end, and nothing to write
		s.fail(w, &request{Request: r}, err)
		return
	}
	http.SetCookie(w, s.cookie(r, "", -1))
	http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
}

func (s *site) cookie(r *http.Request, value string, maxAge int) *http.Cookie {
	return &http.Cookie{Name: sessionCookie, Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: s.secure || r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"}
}

// client returns the address of a client; for IPv6 the network prefix that one customer has.
func client(r *http.Request) string {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	bits := 32
	if !at.Addr().Unmap().Is4() {
		bits = 64
	}
	network, _ := at.Addr().Unmap().WithZone("").Prefix(bits) // bits is at most the length of the address
	return network.String()
}

// attempts rate-limits wrong keys by client address. A key has 178 random bits, so guessing is
// hopeless; this only tells clients to stop. A valid key is accepted regardless: behind a proxy
// all users share one address, and one of them must not lock the others out. Each process
// counts separately.
type attempts struct {
	mu   sync.Mutex
	from map[string]*tries
}

type tries struct {
	until time.Time
	n     int
}

const (
	maxAttempts  = 10
	attemptsTime = time.Minute
	maxAddresses = 10_000
)

// left reports whether another attempt is allowed.
func (a *attempts) left(from string, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	t := a.from[from]
	return t == nil || !now.Before(t.until) || t.n < maxAttempts
}

// add counts a wrong key.
func (a *attempts) add(from string, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.from) >= maxAddresses || a.from == nil {
		a.from = map[string]*tries{}
	}
	t := a.from[from]
	if t == nil || !now.Before(t.until) {
		t = &tries{until: now.Add(attemptsTime)}
		a.from[from] = t
	}
	t.n++
}
