package webhook

import "time"

const (
	// breakAfter is how many attempts in a row have to time out before a receiver
	// is only probed.
	breakAfter = 3
	// A probe comes so long after the attempt before it: at first at the latest when
	// a first retry would, and never so late that a receiver is kept waiting for long
	// once it is back.
	probeFirst = 10 * time.Second
	probeLast  = time.Minute
)

// breaker is the circuit breaker of a receiver. It is open once some attempts in a
// row have timed out. Then one is made now and then, the probe, and the rest waits as
// it is: no attempt counts that was not made. Any answer closes it, for a receiver
// that answers holds no slot for long.
type breaker struct {
	timeouts int  // attempts in a row that timed out
	probe    bool // one may be made although it is open
}

// newBreaker returns the breaker of a webhook that was just claimed.
func newBreaker(timeouts int) breaker { return breaker{timeouts, timeouts >= breakAfter} }

func (b *breaker) open() bool { return b.timeouts >= breakAfter }

// allows reports whether one more request may be made beside those under way.
func (b *breaker) allows(underWay int) bool {
	if !b.open() {
		return true
	}
	probe := b.probe && underWay == 0
	if probe {
		b.probe = false
	}
	return probe
}

// count counts an attempt that was made.
func (b *breaker) count(timedOut bool) {
	if timedOut {
		b.timeouts++
	} else {
		*b = breaker{}
	}
}

// wait returns how long to wait before the next probe, given how long it is until
// the first retry of a delivery. luck, from 0 to 1, moves it by up to a fifth either
// way.
func (b *breaker) wait(retry time.Duration, luck float64) time.Duration {
	d := min(probeFirst, retry)
	for i := breakAfter; i < b.timeouts && d < probeLast; i++ {
		d *= 2
	}
	return time.Duration(float64(min(d, probeLast)) * (0.8 + 0.4*luck))
}
