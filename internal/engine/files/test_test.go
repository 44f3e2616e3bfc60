package files

import "testing"

func TestTest(t *testing.T) {
	for want, paths := range map[bool][]string{
		true: {
			// Go, Python, Ruby, Rust, C, Dart, Elixir
			"foo_test.go", "testdata/x.go", "a/testdata/b/c.txt", "test/foo.py", "tests/test_x.py", "pkg/test_x.py", "x_test.py", "app/tests.py", "conftest.py", "a/conftest.py",
			"spec/models/user_spec.rb", "lib/user_spec.rb", "spec/spec_helper.rb", "test/test_helper.rb", "test_helper.rb", "tests/integration.rs", "src/x_test.rs", "a/x_test.cc", "test_x.c", "test/x_test.exs", "a/x_test.dart",
			// JavaScript and TypeScript
			"x.spec.ts", "x.test.js", "src/x.test.tsx", "__tests__/x.js", "src/__mocks__/fs.js", "cypress/support/x.js", "a/e2e/login.ts", "app.e2e-spec.ts", "x.cy.ts", "Button.stories.tsx", "x.test.helper.js", "mod_test.ts",
			"src/__fixtures__/x.json", "src/__snapshots__/x.snap", "x.test.json", "fixtures/x.json", "a/fixture/x.yml", "specs/x.js", "x.spec.d.ts",
			// the JVM and .NET
			"src/test/java/a/B.java", "src/test/resources/application.yml", "src/main/FooTest.java", "FooTests.kt", "FooSpec.scala", "FooSpec.groovy", "LoginIT.java", "src/integrationTest/java/A.java", "src/androidTest/java/A.java",
			"integration-tests/a.xml", "FooTests.cs", "Foo.Tests/Bar.cs", "src/Foo.UnitTests/Bar.cs", "Foo.Test/Bar.cs", "FooTest.php", "Tests/Controller/A.php", "AppTests.swift",
			// data
			"spec/fixtures/x.yml", "spec/vcr_cassettes/x.yml", "spec/dummy/config/database.yml", "tests/openapi.json",
		},
		false: {
			"", "a.go", "contest.py", "latest/x.js", "attest.go", "protest/x.py", "testing.go", "testing/x.go", "src/testimonials/x.ts", "greatest.rb", "Latest.java", "Contest.cs", "contests.py",
			"test.go", "inspect/x.py", "special/x.js", "spectrum.ts", "aspect.java", "unittest.h", "ab-test.js", "ab-test/x.js", "src/speedtest.js", "tested.py", "fixtures.py", "e2e.go", "mocks/x.go",
			"spec/openapi.yaml", "specs/api.json", "api/spec/users.proto", "spec/schema.graphql", "openapi.spec.yaml", "AUDIT.java", "Unit.kt", "kit.java", "stories/x.py", "histories.ts", ".spec", "spec", "tests", "Manifest.java",
			"src/main/java/a/TestController.java", "test_connection.php", "x.test", "RequestSpec.java", "httptest/server.go",
		},
	} {
		for _, p := range paths {
			if got := Test(p); got != want {
				t.Errorf("%q: %v", p, got)
			}
		}
	}
}

func TestExample(t *testing.T) {
	for p, want := range map[string]bool{"examples/a.go": true, "a/Demo/x.js": true, "docs/a.py": true, "src/democracy/a.py": false, "example.go": false, "counterexamples/a.go": false} {
		if got := Example(p); got != want {
			t.Errorf("%q: %v", p, got)
		}
	}
}

func TestInstalled(t *testing.T) {
	for p, want := range map[string]bool{
		"web/node_modules/a/package-lock.json": true, "web/package-lock.json": false, "vendor/a/b.go": true, "a/third_party/b.c": true, ".venv/lib/x.py": true, "lib/site-packages/x.py": true, "bower_components/a.js": true,
		"vendor": false, "vendors/a.php": false, "dist/package.json": false, ".github/x.yml": false,
	} {
		if got := Installed(p); got != want {
			t.Errorf("%q: %v", p, got)
		}
		if want && !Vendored(p) {
			t.Errorf("%q is installed and not vendored", p)
		}
	}
}
