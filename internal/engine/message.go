package engine

// Message is one thing that Run says. Exactly one field is set. Encoded as JSON, one
// in a line, messages travel from the process that looks to the one that records.
type Message struct {
	Progress *Progress `json:"progress,omitempty"`
	Language *string   `json:"language,omitempty"` // the main programming language, "" if there is none
	Finding  *Finding  `json:"finding,omitempty"`
	Route    *Route    `json:"route,omitempty"`
	Coverage *Coverage `json:"coverage,omitempty"`
	// Suppression is one that the tree has, if Options.IgnoreFile takes the place of them all.
	Suppression *Suppression `json:"suppression,omitempty"`
	Wiki        *string      `json:"wiki,omitempty"` // what Options.Describer wrote, unless it is empty
}

// Progress is how much of the work is done. Done never goes back.
type Progress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}
