package facts

// Limits. A tree that goes beyond them keeps the first routes.
const (
	MaxRoutes    = 10_000  // in all
	MaxFileFacts = 5_000   // of one kind, in one file
	MaxPrefixes  = 32      // of one router
	MaxPath      = 500     // bytes in a path
	maxDemanded  = 2_000   // files that are read because others name them
	MaxFolders   = 20      // whose files are mounted, named in one file
	maxVisits    = 200_000 // of routers, while it is found out where they are mounted
	maxDepth     = 200     // routers below each other
	MaxParams    = 100     // of one route
)
