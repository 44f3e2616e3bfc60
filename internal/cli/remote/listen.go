package remote

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/client"
	"vigil/internal/cli/command"
)

func newListen() *cobra.Command {
	var at clientFlags
	var forward, secret, after string
	var events []string
	c := &cobra.Command{
		Use:   "listen",
		Short: "Stream the team's events, and forward them to a local webhook receiver",
		Long: "Stream the team's events, one JSON object per line, until interrupted.\n\n" +
			"With --forward, each event is also sent, signed like a webhook delivery, to a URL that this machine can reach; " +
			"the server itself never connects to private addresses. The key needs the permission webhooks.manage.",
		Args: command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			r, err := at.session(c)
			if err != nil {
				return err
			}
			r.Tries = 1 // the listener reconnects by itself
			r.allow(0)
			l := &listener{server: r, out: c.OutOrStdout(), notes: c.ErrOrStderr(), after: after, secret: secret}
			if err := command.Choices("--events", events, vigil.EventTypes); err != nil {
				return err
			}
			l.types = events
			if forward != "" {
				u, err := url.Parse(forward)
				if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
					return command.Usagef("--forward must be a URL such as http://127.0.0.1:3000/hook, not %q", forward)
				}
				l.forward = forward
				if l.secret == "" {
					l.secret = string(vigil.NewWebhookSecret())
					fmt.Fprintf(l.notes, "Deliveries are signed with this secret, valid for this session: %s\n", l.secret)
				}
			}
			return explain(r.address, l.run(c.Context()))
		},
	}
	flags := c.Flags()
	at.declare(flags)
	flags.StringVar(&forward, "forward", "", "forward each event to this URL, such as http://127.0.0.1:3000/hook")
	flags.StringSliceVar(&events, "events", nil, "filter by event type, such as scan.completed; repeatable")
	command.Setting(flags, &secret, "secret", "VIGIL_WEBHOOK_SECRET", "", "secret to sign with (default: generate one and print it)")
	flags.StringVar(&after, "after", "", "resume after the event with this ID (default: new events only)")
	command.CompleteFlag(c, "events", vigil.EventTypes)
	return c
}

// listener follows an event stream.
type listener struct {
	server         *session
	out, notes     io.Writer
	types          []string
	forward        string
	secret, after  string
	connectedOnce  bool
	forwardingHTTP http.Client
}

// run follows the stream until ctx ends. After a lost connection it resumes after the last
// event.
func (l *listener) run(ctx context.Context) error {
	l.forwardingHTTP = http.Client{Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for wait := time.Second; ctx.Err() == nil; wait = min(2*wait, 30*time.Second) {
		err := l.follow(ctx)
		refused, answered := errors.AsType[*client.Error](err)
		switch {
		case ctx.Err() != nil: // interrupted
			continue
		case answered && refused.Status != http.StatusTooManyRequests && refused.Status < 500, err != nil && !l.connectedOnce:
			return err
		case err == nil:
			wait = time.Second
		}
		fmt.Fprintln(l.notes, command.Plain(fmt.Sprintf("Connection lost (%v). Retrying in %s.", err, wait)))
		pause(ctx, wait)
	}
	return nil
}

// follow reads one connection to the end.
func (l *listener) follow(ctx context.Context) error {
	q := url.Values{}
	if len(l.types) > 0 {
		q.Set("type", strings.Join(l.types, ","))
	}
	if l.after != "" {
		q.Set("after", l.after)
	}
	answer, err := l.server.Do(ctx, http.MethodGet, "/events/stream", q, http.Header{"Accept": {"text/event-stream"}}, nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	l.connectedOnce = true
	fmt.Fprintln(l.notes, "Listening.")
	lines := bufio.NewReaderSize(answer.Body, 64<<10)
	fields := map[string]string{}
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		line = strings.TrimSuffix(line, "\n")
		if line != "" {
			name, value, _ := strings.Cut(line, ":")
			fields[name] = strings.TrimPrefix(value, " ")
			continue
		}
		if fields["data"] != "" {
			if err := l.take(ctx, fields["id"], fields["event"], fields["data"]); err != nil {
				return err
			}
		}
		clear(fields)
	}
}

// take prints an event and forwards it.
func (l *listener) take(ctx context.Context, id, event, payload string) error {
	if _, err := fmt.Fprintln(l.out, command.Escape(payload, "")); err != nil {
		return err
	}
	l.after = id
	if l.forward == "" {
		return nil
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, l.forward, bytes.NewReader([]byte(payload)))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(api.SignatureHeader, api.Sign(l.secret, time.Now(), []byte(payload)))
	r.Header.Set(api.EventHeader, event)
	r.Header.Set(api.DeliveryHeader, string(vigil.NewID()))
	answer, err := l.forwardingHTTP.Do(r)
	if err != nil {
		fmt.Fprintln(l.notes, command.Plain(fmt.Sprintf("%s %s: not forwarded: %v", event, id, err)))
		return nil
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10))
	answer.Body.Close()
	fmt.Fprintln(l.notes, command.Plain(fmt.Sprintf("%s %s: %s answered %s", event, id, l.forward, answer.Status)))
	return nil
}

func newTrigger() *cobra.Command {
	var at clientFlags
	c := &cobra.Command{
		Use:   "trigger EVENT",
		Short: "Send a test event to the team's webhooks",
		Long:  fmt.Sprintf("Create a test event with made-up data and print its ID. It is delivered to the team's webhooks like any other.\n\nEvents: %v", vigil.EventTypes),
		Args:  command.ExactArgs("EVENT"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return command.Strings(vigil.EventTypes), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: at.run(func(r *session, args []string) error {
			if err := command.Choices("\"vigil trigger\"", args, vigil.EventTypes); err != nil {
				return err
			}
			e, err := r.TriggerEvent(r.ctx(), args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(r.cmd.OutOrStdout(), command.Plain(e.ID))
			return err
		}),
	}
	at.declare(c.Flags())
	return c
}
