package python

// flask includes extensions that declare routes as classes.
var flask = dialect{
	name:    "flask",
	words:   []string{"flask", "blueprint", "add_url_rule", "add_resource", "namespace("},
	makers:  []string{"Flask", "Blueprint", "APIFlask", "APIBlueprint", "OpenAPI", "Api", "Namespace"},
	derives: []string{"namespace"}, // api.namespace("users")
}
