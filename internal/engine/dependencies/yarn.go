package dependencies

import (
	"bytes"
	"errors"
	"strings"
)

// parseYarnLock reads yarn.lock, of Yarn 1 and of those after it, which write YAML. Both have
// a line with what is wanted, and indented lines below it with what came of it.
func parseYarnLock(r *reader) error {
	wants := r.directOf()
	var now dependency
	var alias string
	skip, blocks := true, 0
	flush := func() error {
		if skip || now.version == "" {
			return nil
		}
		return r.npm(told(now, wants, alias))
	}
	for at := 0; at < len(r.text); {
		end := bytes.IndexByte(r.text[at:], '\n')
		if end < 0 {
			end = len(r.text) - at
		}
		line, start := string(bytes.TrimRight(r.text[at:at+end], "\r ")), at
		at += end + 1
		switch {
		case line == "" || line[0] == '#':
		case line[0] != ' ':
			if err := flush(); err != nil {
				return err
			}
			head, ok := strings.CutSuffix(line, ":")
			if skip = !ok || head == "__metadata"; ok {
				blocks++
			}
			if !skip {
				alias, now = yarnHead(head)
				now.at = start
			}
		case strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   "):
			key, value, _ := strings.Cut(line[2:], " ")
			value = unquote(value)
			switch strings.TrimSuffix(key, ":") {
			case "version":
				now.version = value
			case "resolution":
				name, from := cutFirstAt(value)
				now.name = name
				skip = skip || !strings.HasPrefix(from, "npm:") && !strings.HasPrefix(from, "patch:")
			case "linkType":
				skip = skip || value == "soft" // it lies in this tree
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	if blocks == 0 && len(bytes.TrimSpace(r.text)) > 0 && !bytes.Contains(r.text, []byte("yarn lockfile")) {
		return errors.New("no entries")
	}
	return nil
}

// yarnHead reads what is wanted, such as "left@^1.0.0", "left@npm:^1.0.0" or, under another
// name, "alias@npm:left@^1.0.0". Several are of one package.
func yarnHead(head string) (alias string, d dependency) {
	head = strings.Trim(head, `"`)
	head, _, _ = strings.Cut(head, ", ")
	alias, wanted := cutFirstAt(strings.Trim(head, `"`))
	d.name = alias
	if rest, ok := strings.CutPrefix(wanted, "npm:"); ok && strings.LastIndexByte(rest, '@') > 0 {
		d.name, _ = cutAt(rest)
	}
	return alias, d
}

// cutFirstAt divides at the first sign that does not begin a scope.
func cutFirstAt(s string) (before, after string) {
	if n := strings.IndexByte(s[min(1, len(s)):], '@'); n >= 0 {
		return s[:n+1], s[n+2:]
	}
	return s, ""
}
