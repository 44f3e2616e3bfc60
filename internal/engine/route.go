package engine

// Route is an API route that a tree exposes: a plain value, like a Finding.
type Route struct {
	Method    string       `json:"method"` // upper case
	Path      string       `json:"path"`   // parameters are {name}
	Params    []RouteParam `json:"params,omitempty"`
	Handler   string       `json:"handler,omitempty"`
	File      string       `json:"file"`
	Line      int          `json:"line"`            // from 1
	Guard     string       `json:"guard,omitempty"` // the check that refuses callers depending on who they are, "" if none is proven
	Framework string       `json:"framework"`
	// Candidate is what looks like a guard but is not proven to refuse anybody. "" if there
	// is a guard.
	Candidate string `json:"guard_candidate,omitempty"`
	// Body is where the handler is, nil if unknown.
	Body *Lines `json:"handler_lines,omitempty"`

	// Documented is the API description in the tree that contains the route, "" if none
	// does.
	Documented string `json:"documented,omitempty"`
	// Undocumented: the tree has an API description, but the route is not in it. NotInCode:
	// the description has the route, but no code for it was found; File and Line then point
	// to the description.
	Undocumented bool `json:"undocumented,omitempty"`
	NotInCode    bool `json:"not_in_code,omitempty"`
}

// Lines are some lines of a file, both included.
type Lines struct {
	File  string `json:"file"`
	First int    `json:"first"`
	Last  int    `json:"last"`
}

// RouteParam is a parameter of a route.
type RouteParam struct {
	Name string `json:"name"`
	In   string `json:"in"` // path, query, header, cookie, or body for a field of it
}
