package remote

import (
	"context"

	"github.com/spf13/cobra"
)

// await runs fn and returns its result, or an error as soon as ctx ends. fn is then abandoned: a
// read from a terminal cannot be canceled.
func await[T any](ctx context.Context, fn func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := fn()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// stdin is standard input whose reads end with the context of the command.
type stdin struct{ c *cobra.Command }

func (in stdin) Read(p []byte) (int, error) {
	got, err := await(in.c.Context(), func() ([]byte, error) {
		b := make([]byte, len(p))
		n, err := in.c.InOrStdin().Read(b)
		return b[:n], err
	})
	return copy(p, got), err
}
