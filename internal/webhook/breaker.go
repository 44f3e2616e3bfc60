package webhook

import "time"

const (
	// breakAfter is how many attempts in a row have to time out before a receiver
	// is only probed.
	breakAfter = 3
	// A probe comes so long after the attempt before it: short at first, and never
	// so long that a receiver which is back would notice.
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

// wait returns how long an open breaker stays so before the next probe. luck, from 0
// to 1, moves it by up to a fifth either way.
func (b *breaker) wait(luck float64) time.Duration {
	d := probeFirst
	for i := breakAfter; i < b.timeouts && d < probeLast; i++ {
		d *= 2
	}
	return time.Duration(float64(min(d, probeLast)) * (0.8 + 0.4*luck))
}
