package engine

import "testing"

// TestEachCWEHasOneType: a second type for a CWE would never be used.
func TestEachCWEHasOneType(t *testing.T) {
	of := map[string]string{}
	for _, kind := range types {
		for _, cwe := range kind.cwes {
			if other, there := of[cwe]; there {
				t.Errorf("CWE-%s is both %s and %s", cwe, other, kind.name)
			}
			of[cwe] = kind.name
		}
	}
}
