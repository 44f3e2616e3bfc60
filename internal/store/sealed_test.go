package store

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestEverySealedColumnIsListed reads the migrations: an encrypted column that is not listed
// would be lost when the key is rotated.
func TestEverySealedColumnIsListed(t *testing.T) {
	var listed, there []string
	for _, c := range sealedColumns {
		listed = append(listed, c.table+"."+c.column)
	}
	for _, dir := range []string{"migrations/sqlite", "migrations/postgres"} {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		there = nil
		for _, f := range files {
			text, err := os.ReadFile(dir + "/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range regexp.MustCompile(`(?s)CREATE TABLE (\w+) \(.*?\n\)`).FindAllStringSubmatch(string(text), -1) {
				for _, column := range regexp.MustCompile(`\n\s+(sealed_\w+)`).FindAllStringSubmatch(table[0], -1) {
					there = append(there, table[1]+"."+column[1])
				}
			}
		}
		slices.Sort(there)
		slices.Sort(listed)
		if !slices.Equal(there, listed) {
			t.Errorf("%s has %v, listed are %v", dir, there, listed)
		}
	}
}
