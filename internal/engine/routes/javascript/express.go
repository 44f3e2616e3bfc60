package javascript

import (
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// expressMaker knows what makes a router of Express, or of Restify, which is much alike.
func expressMaker(_ *source, _ match.NodeID, module, name string) *facts.Router {
	switch module {
	case "express", "express-promise-router", "ultimate-express", "hyper-express":
		if name == "" || name == "Router" || name == "default" || name == "application" {
			return &facts.Router{Framework: "express"}
		}
	case "restify", "restify-router":
		if name == "createServer" || name == "Router" {
			return &facts.Router{Framework: "restify"}
		}
	}
	return nil
}
