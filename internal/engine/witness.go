package engine

// Witness is a proven rule of a repository.
type Witness struct {
	ID   string `json:"id"`   // of the rule
	Text string `json:"text"` // a rule file
	// Confirmed: a person confirmed a finding of it. Until then confidence is limited.
	Confirmed bool `json:"confirmed,omitempty"`
}

// Outline is what a change to a file must keep.
type Outline struct {
	Path    string   `json:"path"`
	Errors  int      `json:"errors"`            // syntax errors
	Symbols []string `json:"symbols,omitempty"` // names of functions and types, in order
	Failed  string   `json:"failed,omitempty"`  // why it could not be parsed
}
