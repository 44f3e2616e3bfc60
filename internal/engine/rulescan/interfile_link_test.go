package rulescan

import (
	"context"
	"errors"
	"testing"

	"vigil/internal/engine"
)

func TestSkipUnless(t *testing.T) {
	failed := errors.New("too much")
	var skip engine.SkipError
	if err := skipUnless(t.Context(), failed); !errors.As(err, &skip) || skip != "too much" {
		t.Errorf("a failure is no reason to skip the file: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := skipUnless(ctx, failed); errors.As(err, &skip) {
		t.Errorf("a file whose time is over would not be looked at once more: %v", err)
	}
}
