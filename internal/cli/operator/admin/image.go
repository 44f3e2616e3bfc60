package admin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/remote/transport"

	"vigil/internal/cli/command"
)

// resolveImage resolves a tag to a digest through the registry. It may be on a private network,
// since the operator names it.
func resolveImage(ctx context.Context, image string) (uri, digest string, err error) {
	ref, err := name.ParseReference(image, name.StrictValidation)
	if err != nil {
		return "", "", command.Usagef("--image must be a registry, a name, and a tag, such as registry.example/scanner:1.4.2, not %q", image)
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	found, err := remote.Get(ref, remote.WithContext(ctx), remote.WithAuthFromKeychain(authn.DefaultKeychain))
	if e, ok := errors.AsType[*transport.Error](err); ok {
		switch e.StatusCode {
		case http.StatusNotFound:
			return "", "", fmt.Errorf("--image: the registry %s has no image %s", ref.Context().RegistryStr(), image)
		case http.StatusUnauthorized, http.StatusForbidden:
			return "", "", fmt.Errorf("--image: the registry %s denies access to %s: it may not exist, or \"docker login\" is needed", ref.Context().RegistryStr(), image)
		}
	}
	if err != nil {
		return "", "", fmt.Errorf("--image: ask the registry %s: %w", ref.Context().RegistryStr(), err)
	}
	if !found.MediaType.IsImage() && !found.MediaType.IsIndex() {
		return "", "", fmt.Errorf("--image: %s is not an image but %s", image, found.MediaType)
	}
	return ref.Context().Name(), found.Digest.String(), nil
}
