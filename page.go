package vigil

// The bounds of a page of any list.
const (
	DefaultPageLimit = 25
	MaxPageLimit     = 250
)

// Page asks for part of a list: at most Limit entries that come behind After in
// the order given by Sort and Desc. Equal entries are ordered by id.
type Page struct {
	Limit int
	Sort  string // a name from the list's sorts
	Desc  bool
	After *Position // nil: from the start
}

// Position is a place in a sorted list: the sort value and id of the entry just
// before it. A list is walked by positions rather than by counting, so a page far
// down costs what the first one does, and entries that arrive meanwhile shift
// nothing.
type Position struct {
	Number int64  // the sort value, if it is a number or a time in microseconds
	Text   string // the sort value, if it is a text
	ID     ID
}

// The names by which each list can be sorted. The first is the default.
var (
	ScanSorts          = []string{"created_at", "ended_at", "name"}
	VulnerabilitySorts = []string{"created_at", "severity", "confidence_score"}
	RepositorySorts    = []string{"created_at", "full_name", "last_scan_at"}
	ScheduleSorts      = []string{"created_at", "name", "next_run_at"}
	ReleaseSorts       = []string{"pushed_at"}
	KeySorts           = []string{"created_at"}
	ChangeSorts        = []string{"created_at"}
	WebhookSorts       = []string{"created_at"}
	DeliverySorts      = []string{"created_at"}
	EventSorts         = []string{"created_at"}
	RuleSorts          = []string{"id"}
)
