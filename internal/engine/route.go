package engine

// Route is an API route that a tree exposes: a plain value, like a Finding.
type Route struct {
	Method    string       `json:"method"` // in capitals
	Path      string       `json:"path"`   // parameters are {name}
	Params    []RouteParam `json:"params,omitempty"`
	Handler   string       `json:"handler,omitempty"`
	File      string       `json:"file"`
	Line      int          `json:"line"`            // from 1
	Guard     string       `json:"guard,omitempty"` // what asks who is calling, "" if nothing was seen
	Framework string       `json:"framework"`

	// Documented is the API description in the tree that contains the route, "" if none
	// does.
	Documented string `json:"documented,omitempty"`
	// Undocumented: the tree has an API description, but the route is not in it. NotInCode:
	// the description has the route, but no code for it was found; File and Line then point
	// to the description.
	Undocumented bool `json:"undocumented,omitempty"`
	NotInCode    bool `json:"not_in_code,omitempty"`
}

// RouteParam is a parameter of a route.
type RouteParam struct {
	Name string `json:"name"`
	In   string `json:"in"` // path, query, header, cookie, or body for a field of it
}
