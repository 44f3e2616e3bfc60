package engine

import (
	"regexp"
	"slices"
	"strings"
)

var (
	testPathRE  = regexp.MustCompile(`(?i)(?:^|/)(?:tests?|(?:[\w.-]*[-_.])?(?:unit|integration)[-_]?tests?|__tests__|__mocks__|specs?|e2e|testdata|fixtures?)/|_test\.(?:go|py|rb|exs?)$|_spec\.rb$|(?:^|/)(?:test_[^/]*|tests|conftest)\.py$|\.(?:test|spec|stories)\.[a-z]+$`)
	testClassRE = regexp.MustCompile(`Tests?\.(?:java|kt|cs|php|scala)$`) // Latest.java is none
)

// testParts are lower-case substrings: every such path has one.
var testParts = []string{"test", "spec", "mocks", "e2e", "fixture", "stories"}

// InTest recognizes tests and test data by their path.
func InTest(path string) bool {
	lower := strings.ToLower(path)
	if isASCII(path) && !slices.ContainsFunc(testParts, func(p string) bool { return strings.Contains(lower, p) }) {
		return false
	}
	return testPathRE.MatchString(path) || testClassRE.MatchString(path)
}
