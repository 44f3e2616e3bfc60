package engine

import "regexp"

var (
	testPathRE  = regexp.MustCompile(`(?i)(?:^|/)(?:tests?|(?:[\w.-]*[-_.])?(?:unit|integration)[-_]?tests?|__tests__|__mocks__|specs?|e2e|testdata|fixtures?)/|_test\.(?:go|py|rb|exs?)$|_spec\.rb$|(?:^|/)(?:test_[^/]*|tests|conftest)\.py$|\.(?:test|spec)\.[a-z]+$`)
	testClassRE = regexp.MustCompile(`Tests?\.(?:java|kt|cs|php|scala)$`) // Latest.java is none
)

// InTest knows tests, and data for them, by their path.
func InTest(path string) bool { return testPathRE.MatchString(path) || testClassRE.MatchString(path) }
