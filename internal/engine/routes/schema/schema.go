// Package schema discovers routes in descriptions of an API: OpenAPI and Swagger documents,
// Protocol Buffers with gRPC services, and GraphQL schemas. Its formats are in [Language].
package schema

import "vigil/internal/engine/routes/facts"

// Language lists the formats of API descriptions.
var Language = facts.Language{
	Name:       "schema",
	Frameworks: []facts.Framework{grpc, graphql, openapi},
	Slots:      []facts.AnySlot{&graphqlFacts, &protoFacts}, // descriptions are read anew: their trees are larger than their text
}
