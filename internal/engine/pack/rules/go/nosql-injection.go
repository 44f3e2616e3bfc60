//go:build ignore

package shop

import (
	"encoding/json"
	"net/http"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
)

func find(coll *mongo.Collection, w http.ResponseWriter, r *http.Request) {
	// ruleid: go-nosql-injection
	coll.Find(r.Context(), bson.M{"$where": "this.name == '" + r.FormValue("name") + "'"})
	// ok: go-nosql-injection
	coll.FindOne(r.Context(), bson.M{"email": r.FormValue("email")})
	var query bson.M
	json.NewDecoder(r.Body).Decode(&query)
	// ruleid: go-nosql-injection
	coll.FindOne(r.Context(), query)
	// ok: go-nosql-injection
	coll.FindOne(r.Context(), bson.M{"kind": "open"})
}
