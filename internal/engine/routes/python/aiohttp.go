package python

var aiohttp = dialect{
	name:    "aiohttp",
	words:   []string{"aiohttp", "routetabledef", "add_routes"},
	makers:  []string{"RouteTableDef", "Application"},
	modules: []string{"aiohttp"},
}
