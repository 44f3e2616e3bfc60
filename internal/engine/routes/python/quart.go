package python

var quart = dialect{name: "quart", words: []string{"quart"}, makers: []string{"Quart"}}
