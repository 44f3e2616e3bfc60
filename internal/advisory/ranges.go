package advisory

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"vigil/internal/ecosystem"
)

// Kinds of events. Others tell how far versions were analyzed.
const introduced, lastAffected, fixed = "introduced", "last_affected", "fixed"

// event is where a range of affected versions starts or ends.
type event struct{ what, version string }

// compile converts events to ranges, and keeps the listed versions that no range covers.
func (a *osvAffected) compile(kind ecosystem.Kind) (ranges []Range, versions []string) {
	var more struct {
		LastKnown string `json:"last_known_affected_version_range"`
	}
	_ = json.Unmarshal(a.DatabaseSpecific, &more) // database-specific fields, best effort
	for _, r := range a.Ranges {
		if r.Type != "SEMVER" && r.Type != "ECOSYSTEM" {
			continue // a range of commits
		}
		var events []event
		for _, e := range r.Events {
			for _, what := range []string{introduced, lastAffected, fixed} {
				if version, there := e[what]; there {
					events = append(events, event{what, version})
				}
			}
		}
		ranges = append(ranges, rangesOf(kind, events, more.LastKnown)...)
	}
	ranges = ranges[:min(len(ranges), maxRanges)]
	within := Advisory{Ranges: ranges}
	for _, v := range a.Versions {
		if _, there := within.affects(kind, v); !there && len(v) < 200 && len(versions) < maxVersions {
			versions = append(versions, v)
		}
	}
	return ranges, versions
}

// rangesOf pairs events in the order of their versions. If a version cannot be compared, the
// ranges have no known end.
func rangesOf(kind ecosystem.Kind, events []event, lastKnown string) (out []Range) {
	if slices.ContainsFunc(events, func(e event) bool { return e.version != "0" && !kind.Valid(e.version) }) {
		return nil
	}
	start := func(e event) int {
		if e.version == "0" {
			return 1
		}
		return 0
	}
	// "0" is before all others, including 0-alpha. Equal versions are already in order.
	slices.SortStableFunc(events, func(a, b event) int {
		if a.version == "0" || b.version == "0" {
			return cmp.Compare(start(b), start(a))
		}
		order, _ := kind.Compare(a.version, b.version)
		return order
	})
	var open *Range
	for _, e := range events {
		switch {
		case e.what == introduced && open == nil:
			open = &Range{From: e.version}
			if e.version == "0" {
				open.From = ""
			}
			continue
		case e.what == fixed && open != nil:
			open.Fixed = e.version
		case e.what == lastAffected && open != nil:
			open.Last = e.version
		default:
			continue
		}
		out, open = append(out, *open), nil
	}
	if open != nil {
		// GitHub writes the last analyzed version here if there is no known fix.
		if last, found := strings.CutPrefix(lastKnown, "<="); found && kind.Valid(last) {
			open.Last = strings.TrimSpace(last)
		} else if first, found := strings.CutPrefix(lastKnown, "<"); found && kind.Valid(first) {
			open.Fixed = strings.TrimSpace(first)
		}
		out = append(out, *open)
	}
	return out
}
