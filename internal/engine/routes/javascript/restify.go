package javascript

import (
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// restify declares routes much like Express.
var restify = dialect{name: "restify", words: []string{"restify"}, makes: restifyMaker}

func restifyMaker(_ *source, _ match.NodeID, module, name string) *facts.Router {
	switch module {
	case "restify", "restify-router":
		if name == "createServer" || name == "Router" {
			return &facts.Router{Framework: "restify"}
		}
	}
	return nil
}
