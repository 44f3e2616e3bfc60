package remote

import (
	"strings"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/client"
	"vigil/internal/cli/command"
)

func newSchedules() *cobra.Command {
	at := new(clientFlags)
	return at.group(&cobra.Command{Use: "schedules", Short: "Create, list, pause, and delete schedules on a server"},
		newSchedulesList(at), newSchedulesCreate(at),
		newSchedulesSet(at, "pause", "Pause a schedule", false),
		newSchedulesSet(at, "resume", "Resume a schedule", true), newSchedulesDelete(at))
}

// scheduleHeader and scheduleRow make the table of schedules.
const scheduleHeader = "ID,NAME,CRON,TIME ZONE,MODE,REPOSITORIES,ACTIVE,NEXT RUN,LAST RUN"

func scheduleRow(s api.Schedule) []string {
	return []string{s.ID, s.Name, s.CronExpression, orDash(s.Timezone), s.ScanMode, strings.Join(s.RepositoryIDs, " "), yes(s.IsActive), orDash(s.NextRunAt), orDash(s.LastRunAt)}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func newSchedulesList(at *clientFlags) *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use:   "list",
		Short: "List schedules",
		Args:  command.NoArgs,
		RunE: at.run(func(r *session, _ []string) error {
			return printList(r, r.Schedules(r.ctx()), limit, scheduleHeader, scheduleRow)
		}),
	}
	limitFlag(c.Flags(), &limit)
	return c
}

func newSchedulesCreate(at *clientFlags) *cobra.Command {
	var in client.NewSchedule
	var repositories []string
	c := &cobra.Command{
		Use:     "create --name NAME --cron EXPRESSION --repository NAME…",
		Short:   "Create a schedule",
		Example: "  vigil schedules create --name nightly --cron '0 3 * * *' --timezone Europe/Berlin --repository acme/api,acme/web",
		Args:    command.NoArgs,
		RunE: at.run(func(r *session, _ []string) error {
			switch {
			case in.Name == "":
				return command.Usagef("--name is required")
			case in.CronExpression == "":
				return command.Usagef("--cron is required, such as '0 3 * * *' or @daily")
			case len(repositories) == 0:
				return command.Usagef("--repository is required: the repositories to scan")
			}
			if err := command.Choices("--mode", []string{in.ScanMode}, vigil.ScanModes); err != nil {
				return err
			}
			for _, name := range repositories {
				if id, ok := vigil.ParseID(name); ok {
					in.RepositoryIDs = append(in.RepositoryIDs, string(id))
					continue
				}
				p, err := r.repository(name)
				if err != nil {
					return err
				}
				in.RepositoryIDs = append(in.RepositoryIDs, p.ID)
			}
			s, err := r.CreateSchedule(r.ctx(), in)
			if err != nil {
				return err
			}
			return r.printSchedule(s)
		}),
	}
	flags := c.Flags()
	flags.StringVar(&in.Name, "name", "", "name of the schedule")
	flags.StringVar(&in.CronExpression, "cron", "", "cron expression (minute, hour, day, month, weekday) or a macro such as @daily")
	flags.StringSliceVar(&repositories, "repository", nil, "repository to scan, by full name or ID; repeatable")
	flags.StringVar(&in.Branch, "branch", "", "branch to scan (default: the default branch of each repository)")
	flags.StringVar(&in.Timezone, "timezone", "", "time zone, such as Europe/Berlin (default UTC)")
	flags.StringVar(&in.ScanMode, "mode", "", "full, or diff for changes since the last scan (default full)")
	command.CompleteFlag(c, "mode", vigil.ScanModes)
	command.RegisterCompletion(c, "repository", at.completion(every(repositoryWords)))
	return c
}

func (r *session) printSchedule(s api.Schedule) error {
	if r.json {
		return r.printJSON(s)
	}
	return printList(r, only(s), 0, scheduleHeader, scheduleRow)
}

func newSchedulesSet(at *clientFlags, use, short string, active bool) *cobra.Command {
	return &cobra.Command{
		Use:               use + " ID",
		Short:             short,
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(scheduleWords)),
		RunE: at.run(func(r *session, args []string) error {
			s, err := r.SetScheduleActive(r.ctx(), args[0], active)
			if err != nil {
				return err
			}
			return r.printSchedule(s)
		}),
	}
}

func newSchedulesDelete(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "delete ID",
		Short:             "Delete a schedule",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(scheduleWords)),
		RunE: at.run(func(r *session, args []string) error {
			if err := r.DeleteSchedule(r.ctx(), args[0]); err != nil {
				return err
			}
			return r.deleted("schedule", args[0])
		}),
	}
}

// deleted reports that an object was deleted.
func (r *session) deleted(object, id string) error {
	if r.json {
		return r.printJSON(api.Deleted{Object: object, ID: id, Deleted: true})
	}
	r.note("Deleted %s.", id)
	return nil
}
