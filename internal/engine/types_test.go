package engine

import "testing"

// TestEachCWEHasOneType: of two types the second would never count.
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
