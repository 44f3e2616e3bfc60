package server

import (
	"log/slog"
	"math"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
)

// heapShare is how much of a container's memory the heap of the server should take, in
// percent. The rest is for SQLite, git, and the children that examine source.
const heapShare = 60

// limitMemory has the garbage collector keep the heap below the memory that the cgroup of
// this process allows, so that a burst of requests makes it work harder instead of having
// the kernel kill the server. An operator who sets GOMEMLIMIT is right.
func limitMemory(log *slog.Logger) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	limit := cgroupMemory("/")
	if limit == 0 {
		return
	}
	heap := limit / 100 * heapShare
	debug.SetMemoryLimit(heap)
	log.Info("memory limited", "cgroup_bytes", limit, "heap_bytes", heap)
}

// cgroupMemory returns how many bytes the cgroups of this process may use, the least of
// them and of those around them; 0 if there is no limit. root is where the files of /proc
// and /sys are.
func cgroupMemory(root string) int64 {
	groups, err := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return 0
	}
	least := int64(math.MaxInt64)
	for line := range strings.Lines(string(groups)) {
		// hierarchy:controllers:path; version 2 has no controllers
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		var mount, name string
		switch parts[1] {
		case "":
			mount, name = "sys/fs/cgroup", "memory.max"
		case "memory":
			mount, name = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		// A container sees the path of its cgroup on the host, but finds its files at the root
		// of the mount: going up leads there.
		for dir := path.Clean("/" + parts[2]); ; dir = path.Dir(dir) {
			text, err := os.ReadFile(filepath.Join(root, mount, dir, name))
			if n, bad := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && bad == nil && n > 0 {
				least = min(least, n)
			}
			if dir == "/" {
				break
			}
		}
	}
	if least >= 1<<60 { // version 1 says so much when there is no limit
		return 0
	}
	return least
}
