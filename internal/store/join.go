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
// table. SQLite looks up the one for each row of the other, which takes several microseconds: too
// long for hundreds of thousands. There the program joins them: it reads the ids that match from an
// index of the repository into a Bloom filter, and then walks the sightings in order, looking up
// only what the filter lets pass. A row is either a match or skipped, so both together read hardly
// more index entries than the repository has vulnerabilities.

// joining selects the findings of a scan, for a join by the program.
type joining struct {
	scan    vigil.ID
	key     string      // the column of the sightings to sort by, a score
	matches []idRange   // of vulnerabilities v
	tests   []condition // on v: the same as matches, for one row
}

// idRange selects ids from a range of an index.
type idRange struct {
	from  string
	id    string // the column
	by    string // the column before it in the index; empty: where has one value of it
	where []condition
	// after is where the range begins, nil: with the first. It is not in where: of two lower bounds,
	// SQLite would take one, and test the other for all that was read before.
	after *vigil.Position
	desc  bool // only without by
}

// idsAtATime is how many ids are read as one text: a row for each takes twice as long.
var idsAtATime = 5000 // a variable for the sake of tests

// fewJoined is up to how many matches are looked up rather than joined.
var fewJoined = 15_000 // a variable for the sake of tests

// highestScore is the highest severity or confidence.
const highestScore = 100

// joining returns how to join the findings of a scan, or nil: other filters than status, severity,
// and time have other indexes.
func (f VulnerabilityFilter) joining(team vigil.TeamID, few fewOf, sort string) *joining {
	rest := f
	rest.SeenBy = ""
	j := &joining{scan: f.SeenBy, key: sortColumn(sort), tests: hide(rest.tests(team, true))}
	rest.Statuses, rest.Levels, rest.MinSeverity, rest.Created = nil, nil, 0, Between{}
	if len(rest.tests(team, true)) > 0 {
		return nil
	}
	var p plan
	p.split(eachRepository("v.repository_id", team, []vigil.ID{few.scan.repository}))
	all := idRange{from: "vulnerabilities v", id: "v.id"}
	if f.Created != (Between{}) { // its index has the rest
		all.by, all.where = "v.created_at", append(p.branches[0], Between{Before: f.Created.Before}.conditions("v.created_at")...)
		all.after = &vigil.Position{Number: micros(f.Created.After), ID: lastID}
		without := f
		without.SeenBy, without.Created = "", Between{}
		all.where = append(all.where, hide(without.tests(team, true))...)
		j.matches = []idRange{all}
		return j
	}
	if len(f.Statuses) > 0 {
		p.split(each("v.status", f.Statuses))
	}
	all.by = "v.severity"
	for _, branch := range p.branches {
		for _, s := range f.spans() {
			all.where = append(branch[:len(branch):len(branch)], where("v.severity <= ?", int(s.highest)))
			all.after = &vigil.Position{Number: int64(s.lowest) - 1, ID: lastID}
			j.matches = append(j.matches, all)
		}
	}
	return j
}

// lastID comes after every other.
const lastID = "ffffffff-ffff-ffff-ffff-ffffffffffff"

// joins reports whether the program joins what is gathered. PostgreSQL is faster, and reads in no
// order.
func (p plan) joins(q querier) bool {
	return p.gather != nil && p.gather.join != nil && readsInOrder(q)
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
	for _, some := range j.matches {
		err := some.each(ctx, q, func(ids []string) (bool, error) {
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
	seen := idRange{from: "sightings g", id: "g.vulnerability_id", desc: page.Desc}
	if page.After != nil && (page.After.Number-score)*step >= 0 {
		score, seen.after = page.After.Number, page.After
	}
	for ; 0 <= score && score <= highestScore && len(found) <= page.Limit; score += step {
		seen.where = []condition{where("g.scan_id = ?", j.scan), where("g."+j.key+" = ?", score)}
		err := seen.each(ctx, q, func(ids []string) (bool, error) {
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
		seen.after = nil
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

// each calls visit with the ids of the range, some at a time, until it returns false.
func (r idRange) each(ctx context.Context, q querier, visit func([]string) (bool, error)) error {
	page, ids := vigil.Page{After: r.after, Desc: r.desc}, make([]string, 0, idsAtATime)
	for {
		var text string
		if err := one(ctx, q, r.text(page), &text); err != nil {
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
		if more, err := visit(ids); err != nil || !more || len(ids) < idsAtATime {
			return err
		}
		page.After = &vigil.Position{ID: vigil.ID(ids[len(ids)-1])}
		if r.by != "" {
			t := new(sqlText)
			t.add("SELECT "+r.by+" FROM "+r.from+" WHERE "+r.id+" = ?", page.After.ID)
			if err := one(ctx, q, t, &page.After.Number); err != nil {
				return fmt.Errorf("read ids: %w", err)
			}
		}
	}
}

// one reads the only row. Unlike a row of the querier's, it is prepared once for each text.
func one(ctx context.Context, q querier, t *sqlText, to any) error {
	rs, err := q.query(ctx, t.String(), t.args...)
	_, err = collect(rs, err, func(w row) (none struct{}, err error) { return none, w.Scan(to) })
	return err
}

// text returns the statement that reads the next ids of the range, as one text.
func (r idRange) text(page vigil.Page) *sqlText {
	order := []string{r.id}
	if r.by != "" {
		order = []string{r.by, r.id}
	}
	t := new(sqlText)
	t.add("SELECT coalesce(group_concat(id, ''), '') FROM (SELECT " + r.id + " AS id FROM " + r.from)
	t.where(r.where)
	switch {
	case page.After == nil:
	case r.by != "":
		t.conditions(" AND ", plan{id: r.id}.behind(r.by, page))
	case r.desc:
		t.add(" AND "+r.id+" < ?", page.After.ID)
	default:
		t.add(" AND "+r.id+" > ?", page.After.ID)
	}
	t.orderByAll(order, page, idsAtATime)
	t.add(") AS ids")
	return t
}

// bloom is a Bloom filter with two hash functions: of what it does not hold, 0.06 % passes at
// 200,000 ids, and 1.3 % at a million.
type bloom struct {
	seed maphash.Seed
	bits []uint64
	n    int // how many were added
}

// bloomSize is the number of bits, a power of two: 2 MiB.
var bloomSize = uint64(1 << 24) // a variable for the sake of tests

func newBloom() *bloom { return &bloom{maphash.MakeSeed(), make([]uint64, bloomSize/64), 0} }

func (b *bloom) at(id string) (first, second uint64) {
	h, bits := maphash.String(b.seed, id), uint64(len(b.bits))*64
	return h % bits, h >> 32 % bits
}

func (b *bloom) add(id string) {
	first, second := b.at(id)
	b.bits[first/64] |= 1 << (first % 64)
	b.bits[second/64] |= 1 << (second % 64)
	b.n++
}

func (b *bloom) has(id string) bool {
	first, second := b.at(id)
	return b.bits[first/64]>>(first%64)&1 == 1 && b.bits[second/64]>>(second%64)&1 == 1
}
