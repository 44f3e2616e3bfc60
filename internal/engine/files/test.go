package files

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// testWords are words, in lower case, of which the path of a test has one. Few paths have
// any, and the rest costs more.
var testWords = []string{"test", "spec", "mocks", "e2e", "fixture", "stories", "cypress", "snapshots", ".cy.", "it.java", "it.kt"}

var (
	// testFolders are folders of tests and of data for them, in any case.
	testFolders = regexp.MustCompile(`^(?:tests?|testdata|fixtures?|e2e|cypress|__(?:tests|mocks|fixtures|snapshots)__|(?:.*[-_.])?(?:unit|integration|functional|e2e)[-_]?tests?|.*\.tests?|androidtest|testfixtures)$`)
	// specFolders are those of tests, or of API descriptions.
	specFolders = regexp.MustCompile(`^specs?$`)
	// specData are folders of data for tests below one of tests.
	specData = regexp.MustCompile(`^(?:(?:vcr_)?cassettes|dummy|factories|support|snapshots)$`)

	// testNames are the names of test files, in lower case, by the habits of each language.
	testNames = regexp.MustCompile(`_test\.(?:go|py|rb|exs?|dart|c|cc|cpp|cxx|rs|[jt]sx?|mjs|lua)$` +
		`|_spec\.(?:rb|lua|[jt]s)$` +
		`|^test_[^/]*\.(?:py|rb|c|cc|cpp|cxx|rs|jl|lua)$` +
		`|^(?:tests|conftest)\.py$` +
		`|.\.(?:test|spec|e2e-spec|stories|cy)\.(?:[^/]*\.)?[a-z]+$`)
	// testClasses are the names of test files that are named after a class. Latest.java is none.
	testClasses = regexp.MustCompile(`Tests?\.(?:java|kt|cs|vb|php|scala|groovy|swift)$|Spec\.(?:scala|groovy|kt)$|[a-z]IT\.(?:java|kt)$`)
)

// Test reports whether a path is that of test code, or of data for tests.
//
// A wrong yes does more harm than a wrong no: it hides routes and lowers the confidence of
// findings. So names that have another usual meaning, such as ab-test.js or testing.go, are
// none. Data in a folder named spec may describe an API, and is a test only if a further
// folder says so.
func Test(file string) bool {
	lower := strings.ToLower(file)
	if isASCII(file) && !slices.ContainsFunc(testWords, func(w string) bool { return strings.Contains(lower, w) }) {
		return false
	}
	dir, base := path.Split(lower)
	data := describesAPI(base)
	inSpec := false
	for folder := range strings.SplitSeq(dir, "/") {
		switch {
		case testFolders.MatchString(folder), inSpec && specData.MatchString(folder):
			return true
		case specFolders.MatchString(folder):
			if !data {
				return true
			}
			inSpec = true
		}
	}
	if data && strings.Contains(base, ".spec.") {
		return false
	}
	return testNames.MatchString(base) || testClasses.MatchString(path.Base(file))
}

// describesAPI reports whether a file may be a description of an API.
func describesAPI(base string) bool {
	switch path.Ext(base) {
	case ".json", ".yaml", ".yml", ".proto", ".graphql", ".graphqls", ".gql":
		return true
	}
	return false
}
