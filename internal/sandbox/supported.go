package sandbox

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	landlock "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Supported returns nil if this machine can fully confine a child, and otherwise an
// ErrUnsupported that tells the operator what is missing.
func Supported() error { return unsupported(landlockSupport(), seccompSupport()) }

// Missing returns what an ErrUnsupported says is missing, empty for nil.
func Missing(err error) string {
	if err == nil {
		return ""
	}
	return strings.TrimPrefix(err.Error(), ErrUnsupported.Error()+": ")
}

func unsupported(landlockErr, seccompErr error) error {
	var missing []string
	for _, err := range []error{landlockErr, seccompErr} {
		if err != nil {
			missing = append(missing, err.Error())
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrUnsupported, strings.Join(missing, "; "))
}

// landlockSupport asks for the first version only. What later ones add (network,
// signals, truncation) the filter of system calls forbids as well.
func landlockSupport() error {
	version, err := landlock.LandlockGetABIVersion()
	return landlockWords(version, err)
}

func landlockWords(version int, err error) error {
	switch {
	case err == nil && version >= 1:
		return nil
	case errors.Is(err, unix.ENOSYS):
		return errors.New("the kernel has no Landlock: it needs Linux 5.13 or newer, built with CONFIG_SECURITY_LANDLOCK")
	case errors.Is(err, unix.EOPNOTSUPP):
		return errors.New("Landlock is switched off: add landlock to the lsm= list on the kernel's command line and boot again")
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		return errors.New("Landlock is forbidden here, most likely by the container: allow the system calls landlock_create_ruleset, landlock_add_rule and landlock_restrict_self in its seccomp profile")
	}
	return fmt.Errorf("Landlock does not answer (version %d): %w", version, err)
}

func seccompSupport() error {
	if _, err := arch.GetInfo(""); err != nil {
		return fmt.Errorf("no list of system calls for %s processors", runtime.GOARCH)
	}
	if !seccomp.Supported() {
		return errors.New("the kernel has no seccomp filters, or the container forbids them: they need CONFIG_SECCOMP_FILTER, and the system call seccomp allowed")
	}
	return nil
}
