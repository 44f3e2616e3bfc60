package protocol

import "vigil/internal/engine"

// coveragePart is the approximate number of bytes of lists in one line of a coverage: in a
// tree of a million files all may be skipped, and lines have a limit.
const coveragePart = 256 << 10

// SplitCoverage splits a coverage into parts that fit into lines.
func SplitCoverage(c engine.Coverage) (parts []engine.Coverage) {
	looked, skipped, suppressed := c.Looked, c.Skipped, c.Suppressed
	c.Looked, c.Skipped, c.Suppressed = nil, nil, nil
	size := 0
	for _, path := range looked {
		if size > coveragePart {
			parts, size = append(parts, c), 0
			c = engine.Coverage{Detector: c.Detector}
		}
		c.Looked = append(c.Looked, path)
		size += len(path) + 10
	}
	for _, s := range skipped {
		if size > coveragePart {
			parts, size = append(parts, c), 0
			c = engine.Coverage{Detector: c.Detector}
		}
		c.Skipped = append(c.Skipped, s)
		size += len(s.Path) + len(s.Rule) + len(s.Reason) + 50
	}
	for _, s := range suppressed {
		if size > coveragePart {
			parts, size = append(parts, c), 0
			c = engine.Coverage{Detector: c.Detector}
		}
		c.Suppressed = append(c.Suppressed, s)
		size += len(s.Path) + len(s.Rule) + len(s.By) + 50
	}
	return append(parts, c)
}

// JoinCoverage adds a coverage to others, or a further part to the last one. It interns
// strings: several detectors may skip all files, for a few reasons.
func JoinCoverage(all []engine.Coverage, c engine.Coverage, texts map[string]string) []engine.Coverage {
	share := func(all ...*string) {
		for _, text := range all {
			if one, there := texts[*text]; there {
				*text = one
			} else {
				texts[*text] = *text
			}
		}
	}
	for i := range c.Skipped {
		share(&c.Skipped[i].Path, &c.Skipped[i].Reason, (*string)(&c.Skipped[i].Kind))
	}
	for i := range c.Suppressed {
		share(&c.Suppressed[i].Path, &c.Suppressed[i].Rule, &c.Suppressed[i].By)
	}
	if n := len(all); n > 0 && all[n-1].Detector == c.Detector {
		all[n-1].Looked = append(all[n-1].Looked, c.Looked...)
		all[n-1].Skipped = append(all[n-1].Skipped, c.Skipped...)
		all[n-1].Suppressed = append(all[n-1].Suppressed, c.Suppressed...)
		return all
	}
	return append(all, c)
}
