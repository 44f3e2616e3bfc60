package routes

import "vigil/internal/engine/match"

// expressMaker knows what makes a router of Express, or of Restify, which is much alike.
func expressMaker(_ *jsSource, _ match.NodeID, module, name string) *router {
	switch module {
	case "express", "express-promise-router", "ultimate-express", "hyper-express":
		if name == "" || name == "Router" || name == "default" || name == "application" {
			return &router{framework: "express"}
		}
	case "restify", "restify-router":
		if name == "createServer" || name == "Router" {
			return &router{framework: "restify"}
		}
	}
	return nil
}
