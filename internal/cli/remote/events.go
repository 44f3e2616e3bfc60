package remote

import (
	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/client"
	"vigil/internal/cli/command"
)

func newEvents() *cobra.Command {
	at := new(clientFlags)
	return at.group(&cobra.Command{Use: "events", Short: "List events of a server (follow them with \"vigil listen\")"}, newEventsList(at))
}

func newEventsList(at *clientFlags) *cobra.Command {
	var f client.EventFilter
	var limit int
	types := append([]vigil.EventType{vigil.EventPing}, vigil.EventTypes...)
	c := &cobra.Command{
		Use:   "list",
		Short: "List events, newest first",
		Args:  command.NoArgs,
		RunE: at.run(func(r *session, _ []string) error {
			if err := command.Choices("--type", f.Type, types); err != nil {
				return err
			}
			return printList(r, r.Events(r.ctx(), f), limit, "ID,TYPE,CREATED,SUBJECT", func(e api.Event) []string {
				return []string{e.ID, e.Type, e.CreatedAt, aboutOf(e)}
			})
		}),
	}
	c.Flags().StringSliceVar(&f.Type, "type", nil, "filter by type, such as scan.failed")
	limitFlag(c.Flags(), &limit)
	command.CompleteFlag(c, "type", types)
	return c
}

// aboutOf returns the type and ID of the object of an event.
func aboutOf(e api.Event) string {
	data, _ := e.Data.(map[string]any)
	about, _ := data["object"].(map[string]any)
	kind, _ := about["object"].(string)
	id, _ := about["id"].(string)
	if kind == "" {
		return "-"
	}
	return kind + " " + id
}
