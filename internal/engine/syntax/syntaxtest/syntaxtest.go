// Package syntaxtest gives tests parsers whose grammars are compiled once for all packages
// and runs. Compiling them takes several seconds in each test process otherwise.
package syntaxtest

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"vigil/internal/engine/syntax"
)

// Engine returns the engine of this test process. Nobody closes it.
var Engine = sync.OnceValues(func() (*syntax.Engine, error) {
	return syntax.New(context.Background(), syntax.Config{CacheDir: cacheDir()})
})

// cacheDir is a folder that only this user can write to, because its content is executed;
// "" if there is none.
func cacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir = filepath.Join(dir, "vigil-test", "grammars")
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return dir
}
