package store

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"

	"vigil"
)

// The findings of a scan are filtered by what the vulnerabilities are now and sorted by what the
// scan saw, so that no index has both once they were rescored. PostgreSQL joins the two by a hash
// table. SQLite looks up each row, which takes several microseconds: too long for hundreds of
// thousands. There the program joins them: it reads the ids that match from an index of the
// repository into a Bloom filter, and then walks the sightings in order, looking up only what the
// filter lets pass. A row is either a match or skipped, so both together read hardly more index
// entries than the repository has vulnerabilities.

// joining selects the findings of a scan, for a join by the program.
type joining struct {
	scan    vigil.ID
	key     string        // the column of the sightings to sort by, a score
	matches [][]condition // on vulnerabilities v, each a range of an index in the order of the ids
	tests   []condition   // on v: all that matches has, exactly
}

// idsAtATime is how many ids are read as one text: a row for each takes twice as long.
var idsAtATime = 5000 // a variable for the sake of tests

// fewJoined is up to how many matches are looked up rather than joined.
var fewJoined = 15_000 // a variable for the sake of tests

// highestScore is the highest severity or confidence.
const highestScore = 100

// joining returns how to join the findings of a scan, or nil: other filters than status and severity
// have other indexes.
func (f VulnerabilityFilter) joining(team vigil.TeamID, few fewOf, sort string) *joining {
	rest := f
	rest.SeenBy = ""
	j := &joining{scan: f.SeenBy, key: sortColumn(sort), tests: hide(rest.tests(team, true))}
	rest.Statuses, rest.Levels, rest.MinSeverity = nil, nil, 0
	if len(rest.tests(team, true)) > 0 {
		return nil
	}
	var p plan
	p.split(eachRepository("v.repository_id", team, []vigil.ID{few.scan.repository}))
	if len(f.Statuses) > 0 {
		p.split(each("v.status", f.Statuses))
	}
	for _, branch := range p.branches {
		for _, s := range f.spans() {
			for score := s.lowest; score <= s.highest; score++ {
				j.matches = append(j.matches, append(branch[:len(branch):len(branch)], where("v.severity = ?", int(score))))
			}
		}
	}
	return j
}

// joinPage reads a page. It reports false if the matches are few enough to look them all up.
func joinPage[T any](ctx context.Context, room []T, q querier, p plan, page vigil.Page, id func(T) vigil.ID, scan scanner[T]) (l List[T], joined bool, err error) {
	j := p.gather.join
	err = snapshot(ctx, q, func(q querier) error {
		matches, err := j.collect(ctx, q)
		if joined = matches.n > fewJoined; err != nil || !joined {
			return err
		}
		keys, err := j.walk(ctx, q, page, matches)
		if err != nil || len(keys) == 0 {
			return err
		}
		if len(keys) > page.Limit {
			l.Next = &keys[page.Limit-1]
			keys = keys[:page.Limit]
		}
		l.Items, err = readRows(ctx, room, q, p, keys, id, scan)
		return err
	})
	return l, joined, err
}

func (j *joining) collect(ctx context.Context, q querier) (*bloom, error) {
	out := newBloom()
	for _, branch := range j.matches {
		err := eachIDs(ctx, q, "vulnerabilities v", branch, "v.id", "", false, func(ids []string) (bool, error) {
			for _, id := range ids {
				out.add(id)
			}
			return true, nil
		})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// walk returns the positions of a page and one more.
func (j *joining) walk(ctx context.Context, q querier, page vigil.Page, matches *bloom) (found []vigil.Position, err error) {
	score, step := int64(0), int64(1)
	if page.Desc {
		score, step = highestScore, -1
	}
	var after vigil.ID
	if page.After != nil && (page.After.Number-score)*step >= 0 {
		score, after = page.After.Number, page.After.ID
	}
	for ; 0 <= score && score <= highestScore && len(found) <= page.Limit; score += step {
		of := []condition{where("g.scan_id = ?", j.scan), where("g."+j.key+" = ?", score)}
		err := eachIDs(ctx, q, "sightings g", of, "g.vulnerability_id", after, page.Desc, func(ids []string) (bool, error) {
			var some []string
			for i, id := range ids {
				if matches.has(id) {
					some = append(some, id)
				}
				if want := page.Limit + 1 - len(found); len(some) >= want || i == len(ids)-1 {
					tested, err := j.test(ctx, q, some)
					if err != nil {
						return false, err
					}
					for _, id := range tested {
						found = append(found, vigil.Position{Number: score, ID: vigil.ID(id)})
					}
					if some = some[:0]; len(found) > page.Limit {
						return false, nil
					}
				}
			}
			return true, nil
		})
		if err != nil {
			return nil, err
		}
		after = ""
	}
	return found, nil
}

// test returns those of some ids that match, in the same order.
func (j *joining) test(ctx context.Context, q querier, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	t := new(sqlText)
	t.add("SELECT v.id FROM vulnerabilities v")
	t.where([]condition{anyOf("v.id", ids)}, j.tests)
	rs, err := q.query(ctx, t.String(), t.args...)
	match := make(map[string]bool, len(ids))
	_, err = collect(rs, err, func(r row) (none struct{}, err error) {
		var id string
		err = r.Scan(&id)
		match[id] = true
		return none, err
	})
	var out []string
	for _, id := range ids {
		if match[id] {
			out = append(out, id)
		}
	}
	return out, err
}

// eachIDs calls visit with the ids that meet conditions, some at a time, in their order and after
// one of them, until it returns false.
func eachIDs(ctx context.Context, q querier, from string, conditions []condition, column string, after vigil.ID, desc bool, visit func([]string) (bool, error)) error {
	ids := make([]string, 0, idsAtATime)
	for page := (vigil.Page{Desc: desc}); ; {
		t := new(sqlText)
		t.add("SELECT coalesce(group_concat(id, ''), '') FROM (SELECT " + column + " AS id FROM " + from)
		t.where(conditions)
		switch {
		case after == "":
		case desc:
			t.add(" AND "+column+" < ?", after)
		default:
			t.add(" AND "+column+" > ?", after)
		}
		t.orderByAll([]string{column}, page, idsAtATime)
		t.add(")")
		var text string
		rs, err := q.query(ctx, t.String(), t.args...) // unlike row, it prepares a text only once
		_, err = collect(rs, err, func(r row) (none struct{}, err error) { return none, r.Scan(&text) })
		if err != nil {
			return fmt.Errorf("read ids: %w", err)
		}
		if len(text)%vigil.IDLength != 0 {
			return errors.New("read ids: one has another length than all others")
		}
		ids = ids[:0]
		for ; text != ""; text = text[vigil.IDLength:] {
			ids = append(ids, text[:vigil.IDLength])
		}
		if len(ids) == 0 {
			return nil
		}
		after = vigil.ID(ids[len(ids)-1])
		if more, err := visit(ids); err != nil || !more || len(ids) < idsAtATime {
			return err
		}
	}
}

// bloom is a Bloom filter with one hash function: of what it does not hold, 1 % passes at 200,000
// ids, and 6 % at a million.
type bloom struct {
	seed maphash.Seed
	bits []uint64
	n    int // how many were added
}

// bloomSize is the number of bits, a power of two: 2 MiB.
var bloomSize = uint64(1 << 24) // a variable for the sake of tests

func newBloom() *bloom { return &bloom{maphash.MakeSeed(), make([]uint64, bloomSize/64), 0} }

func (b *bloom) at(id string) (word, bit uint64) {
	h := maphash.String(b.seed, id)
	return h / 64 % uint64(len(b.bits)), 1 << (h % 64)
}

func (b *bloom) add(id string) {
	word, bit := b.at(id)
	b.bits[word] |= bit
	b.n++
}

func (b *bloom) has(id string) bool {
	word, bit := b.at(id)
	return b.bits[word]&bit != 0
}
