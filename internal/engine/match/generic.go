package match

import (
	"fmt"
	"regexp"
)

type genericItem struct{}

type token struct{}

func compileRegex(text string, opts Options) (*Pattern, error) {
	re, err := regexp.Compile("(?m)" + text)
	if err != nil {
		return nil, fmt.Errorf("regular expression: %w", err)
	}
	return &Pattern{text: text, regex: re, opts: opts}, nil
}

func compileGeneric(text string, opts Options) (*Pattern, error) {
	return nil, fmt.Errorf("generic patterns are not known yet")
}
