package javascript

import (
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

var express = dialect{name: "express", words: []string{"express"}, makes: expressMaker}

func expressMaker(_ *source, _ match.NodeID, module, name string) *facts.Router {
	switch module {
	case "express", "express-promise-router", "ultimate-express", "hyper-express":
		if name == "" || name == "Router" || name == "default" || name == "application" {
			return &facts.Router{Framework: "express"}
		}
	}
	return nil
}
