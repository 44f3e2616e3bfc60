package engine

// Message is one message from Run. Exactly one field is set. As JSON lines, messages
// travel from the scanning process to the one that records the results.
type Message struct {
	Progress *Progress `json:"progress,omitempty"`
	Language *string   `json:"language,omitempty"` // the main programming language, "" if there is none
	Finding  *Finding  `json:"finding,omitempty"`
	Route    *Route    `json:"route,omitempty"`
	Coverage *Coverage `json:"coverage,omitempty"`
	// Suppression is one that the tree has but Options.IgnoreFile overrides.
	Suppression *Suppression `json:"suppression,omitempty"`
	Wiki        *string      `json:"wiki,omitempty"` // what Options.Describer wrote, unless it is empty
}

// Progress is how much of the work is done. Done never decreases.
type Progress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}
