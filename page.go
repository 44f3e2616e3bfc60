package vigil

// Limits of the page size of any list.
const (
	DefaultPageLimit = 25
	MaxPageLimit     = 250
)

// Page selects part of a list: at most Limit entries after the position After, in the
// order given by Sort and Desc. Ties are broken by ID.
type Page struct {
	Limit int
	Sort  string // a name from the list's sorts
	Desc  bool
	After *Position // nil: from the start
}

// Position is a position in a sorted list: the sort value and ID of the entry just
// before it. Lists use keyset pagination instead of offsets, so a page far down costs
// as much as the first one, and new entries do not shift pages.
type Position struct {
	Number int64  // the sort value, if it is a number or a time in microseconds
	Text   string // the sort value, if it is a text
	ID     ID
}

// The sort keys of each list. The first is the default.
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
	WitnessSorts       = []string{"created_at"}
	HookSecretSorts    = []string{"created_at"}
	HookDeliverySorts  = []string{"created_at"}
)
