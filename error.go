package vigil

import (
	"errors"
	"fmt"
)

// Kind classifies an error by what a caller can do about it. Each kind maps to one
// HTTP status; nothing in Vigil branches on the text of an error.
type Kind int

const (
	Internal        Kind = iota // nobody classified it: ours to mend
	Invalid                     // the request is wrong and will stay wrong
	Unauthenticated             // no key, or not a valid one
	Forbidden                   // the key lacks a permission
	NotFound                    // no such thing, or none the caller may know of
	NotAllowed                  // the route exists, the method does not
	Conflict                    // at odds with what is stored
	InUse                       // the same idempotency key is being worked on
	Refused                     // understood, but what it claims does not hold
	Reused                      // the idempotency key came with another request before
	TooLarge                    // the body is larger than we read
	Unsupported                 // the body is not JSON
	RateLimited                 // too many requests: wait, then repeat
	Unreachable                 // a service that we depend on did not answer
	Unavailable                 // our database did not answer: wait, then repeat
)

// Error is an error that may be shown to a caller. Any other error that reaches an
// edge counts as Internal: it is logged and its text is not shown.
type Error struct {
	Kind    Kind
	Code    string // stable and for machines, such as "parameter_invalid"
	Param   string // the field, parameter or header at fault, if there is one
	Message string // a sentence for people that says what to do
	Err     error  // the cause, for the log alone
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + " (" + e.Err.Error() + ")"
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the first *Error in err's chain, or Internal.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}

// InvalidError reports an invalid parameter. The message continues the sentence "param
// …".
func InvalidError(param, format string, args ...any) error {
	return &Error{Kind: Invalid, Code: "parameter_invalid", Param: param,
		Message: fmt.Sprintf("%q ", param) + fmt.Sprintf(format, args...) + "."}
}

// MissingError reports that a resource does not exist or that the caller must not know
// that it does: the two are indistinguishable from outside.
func MissingError(noun string) error {
	return &Error{Kind: NotFound, Code: "not_found", Message: "There is no such " + noun + "."}
}
