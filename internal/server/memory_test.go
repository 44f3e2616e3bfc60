package server

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCgroupMemory(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"no cgroups": {},
		"version 2": {want: 536870912, files: map[string]string{
			"proc/self/cgroup": "0::/app\n", "sys/fs/cgroup/app/memory.max": "536870912\n", "sys/fs/cgroup/memory.max": "max\n"}},
		"version 2, no limit": {files: map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}},
		"version 2, the one around it is smaller": {want: 100, files: map[string]string{
			"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "200\n", "sys/fs/cgroup/a/memory.max": "100\n"}},
		"version 2, in a container": {want: 300, files: map[string]string{
			"proc/self/cgroup": "0::/docker/0123\n", "sys/fs/cgroup/memory.max": "300\n"}},
		"version 1": {want: 400, files: map[string]string{
			"proc/self/cgroup": "4:memory:/x\n1:cpu:/y\n0::/\n", "sys/fs/cgroup/memory/x/memory.limit_in_bytes": "400\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}},
		"version 1, no limit": {files: map[string]string{
			"proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}},
		"nonsense": {files: map[string]string{"proc/self/cgroup": "\n::\n0::/../..\n", "sys/fs/cgroup/memory.max": "-5\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for file, text := range c.files {
				file = filepath.Join(root, file)
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := cgroupMemory(root); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}
