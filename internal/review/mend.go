package review

import (
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine/hunt"
)

// placeHunks writes the headers of the hunks of a diff anew: models do not count well, and know the
// lines of a task rather than those of files. A text that is no diff stays as it is, and is refused
// by whoever reads it.
func placeHunks(diff string, t hunt.Task) string {
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(diff, "\r\n", "\n"), "\n"), "\n")
	var out []string
	path, shift := "", 0
	for i := 0; i < len(lines); {
		switch line := lines[i]; {
		case isFileHeader(lines, i):
			path, shift = strings.TrimPrefix(strings.TrimSpace(lines[i+1][4:]), "b/"), 0
			out = append(out, line, lines[i+1])
			i += 2
		case strings.HasPrefix(line, "@@") && path != "":
			end := i + 1
			for end < len(lines) && !strings.HasPrefix(lines[end], "@@") && !strings.HasPrefix(lines[end], "diff --git ") && !isFileHeader(lines, end) {
				end++
			}
			header, body, delta := hunkOf(lines[i+1:end], path, shift, t)
			shift += delta
			out = append(append(out, header), body...)
			i = end
		default:
			out = append(out, line)
			i++
		}
	}
	return strings.Join(out, "\n") + "\n"
}

func isFileHeader(lines []string, i int) bool {
	return strings.HasPrefix(lines[i], "--- ") && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "+++ ")
}

// hunkOf returns the header of a hunk and its lines, and by how much it makes the file longer.
func hunkOf(body []string, path string, shift int, t hunt.Task) (header string, trimmed []string, delta int) {
	for len(body) > 0 && strings.TrimSpace(body[len(body)-1]) == "" { // between two hunks
		body = body[:len(body)-1]
	}
	var old []string
	added := 0
	for _, line := range body {
		switch {
		case line == "":
			old = append(old, "")
			added++
		case line[0] == '+':
			added++
		case line[0] == '-':
			old = append(old, line[1:])
		case line[0] == ' ':
			old = append(old, line[1:])
			added++
		}
	}
	start := lineOf(old, path, t)
	return fmt.Sprintf("@@ -%d,%d +%d,%d @@", start, len(old), max(start+shift, 1), added), body, added - len(old)
}

// lineOf returns the line of a file at which a task has some lines, 1 if it does not.
func lineOf(old []string, path string, t hunt.Task) int {
	for _, p := range t.Parts {
		if p.Path != path || len(old) == 0 {
			continue
		}
		for i := 0; i+len(old) <= len(p.Lines); i++ {
			if slices.EqualFunc(p.Lines[i:i+len(old)], old, func(a, b string) bool { return strings.TrimRight(a, "\r") == b }) {
				return p.First + i
			}
		}
	}
	return 1
}
