package python

var starlette = dialect{name: "starlette", words: []string{"starlette"}, makers: []string{"Starlette", "Router"}, modules: []string{"starlette"}}
