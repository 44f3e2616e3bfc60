package python

var fastapi = dialect{
	name:   "fastapi",
	words:  []string{"fastapi", "apirouter", "include_router", "add_api_route"},
	makers: []string{"FastAPI", "APIRouter"},
}
