package facts

// Limits. Beyond them, the first routes are kept.
const (
	MaxRoutes    = 10_000  // in all
	MaxFileFacts = 5_000   // of one kind, in one file
	MaxPrefixes  = 32      // of one router
	MaxPath      = 500     // bytes in a path
	maxDemanded  = 2_000   // files that are read only because others refer to them
	MaxFolders   = 20      // whose files are mounted, named in one file
	maxVisits    = 200_000 // of routers, while their mounts are resolved
	maxDepth     = 200     // nested routers
	MaxParams    = 100     // of one route
)
