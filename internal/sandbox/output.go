package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// maxLine is the longest line that a child may write.
const maxLine = 4 << 20

var errPartial = errors.New("output ends in the middle of a line")

// readLines calls handle with each line of r until its end, and fails with
// ErrOutput if there is more than total bytes or a line too long.
func readLines(ctx context.Context, r io.Reader, total int64, handle func(line []byte) error) error {
	lines := bufio.NewScanner(&limited{r: r, left: total})
	lines.Buffer(make([]byte, 0, 64<<10), maxLine+1)
	lines.Split(wholeLine)
	for lines.Scan() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := handle(lines.Bytes()); err != nil {
			return fmt.Errorf("handle output: %w", err)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%w: a line of more than %d MiB", ErrOutput, maxLine>>20)
	} else if err != nil {
		return err
	}
	return nil
}

// wholeLine splits at line ends alone: a carriage return belongs to the line, and
// what has no end is not a line but the trace of a crash.
func wholeLine(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return 0, nil, errPartial
	}
	return 0, nil, nil
}

// limited is like io.LimitReader, but says so when there is more.
type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	if int64(n) > l.left {
		n = int(l.left)
		err = ErrOutput
	}
	l.left -= int64(n)
	return n, err
}

// head8K keeps the first 8 KiB of what is written to it.
type head8K struct {
	mu sync.Mutex
	b  []byte
}

func (h *head8K) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.b = append(h.b, p[:min(len(p), 8<<10-len(h.b))]...)
	return len(p), nil
}

// String returns what was written as one line of text, for logs, where a child must
// not be able to forge lines or send terminal escape codes.
func (h *head8K) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(string(h.b), "?"))
	return strings.Join(strings.Fields(clean), " ")
}

// explain adds what was written to err.
func (h *head8K) explain(err error) error {
	if s := h.String(); s != "" {
		return fmt.Errorf("%w: %s", err, s)
	}
	return err
}
