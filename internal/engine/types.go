package engine

import (
	"slices"
	"strings"
)

// types are the vulnerability types, each with its CWEs.
var types = []struct {
	name string
	cwes []string
}{
	{"SQLI", []string{"89", "564"}},
	{"XSS", []string{"79", "80", "83", "87", "116"}},
	{"RCE", []string{"77", "78", "88", "94", "95", "96", "98", "470", "913", "917", "1336"}},
	{"SSRF", []string{"918"}},
	{"LFI", []string{"22", "23", "36", "73", "552", "434"}},
	{"IDOR", []string{"639", "566"}},
	{"XXE", []string{"611", "776", "827"}},
	{"OPEN_REDIRECT", []string{"601"}},
	{"DESERIALIZATION", []string{"502", "915", "1321"}},
	{"WEAK_CRYPTO", []string{"261", "295", "296", "297", "310", "311", "319", "320", "321", "322", "323", "325", "326", "327", "328", "329", "330", "331", "335", "337", "338", "340", "347", "353", "354", "757", "759", "760", "780", "916", "1204"}},
	{"HARDCODED_SECRET", []string{"259", "522", "798"}},
	{"VULNERABLE_DEPENDENCY", []string{"937", "1035", "1104", "1395", "829"}},
	{"LDAP_INJECTION", []string{"90"}},
	{"XPATH_INJECTION", []string{"91", "643"}},
	{"NOSQLI", []string{"943"}},
	{"LOG_INJECTION", []string{"117"}},
	{"HEADER_INJECTION", []string{"93", "113"}},
	{"CSRF", []string{"352"}},
	{"BROKEN_AUTH", []string{"287", "288", "289", "290", "294", "304", "306", "307", "345", "346", "384", "521", "613", "620", "640", "1390"}},
	{"ACCESS_CONTROL", []string{"250", "266", "269", "276", "277", "279", "284", "285", "732", "749", "862", "863", "942"}},
	{"INFO_LEAK", []string{"200", "201", "203", "204", "208", "209", "212", "215", "359", "497", "532", "535", "538", "539", "548"}},
	{"INSECURE_COOKIE", []string{"614", "1004", "1275"}},
	{"DOS", []string{"185", "400", "409", "625", "674", "770", "789", "835", "1333"}},
	{"MEMORY_SAFETY", []string{"119", "120", "121", "122", "124", "125", "126", "131", "134", "170", "190", "191", "242", "415", "416", "467", "469", "476", "676", "680", "681", "683", "704", "787", "825"}},
	{"RACE_CONDITION", []string{"362", "366", "367", "377", "378", "379", "667", "820", "833"}},
	{"MISCONFIGURATION", []string{"15", "16", "489", "494", "520", "525", "526", "650", "668", "693", "778", "1021", "1188", "1220", "1327", "1385"}},
}

// TypeOf returns the vulnerability type of a CWE.
func TypeOf(cwe string) string {
	n := strings.TrimPrefix(cwe, "CWE-")
	for _, t := range types {
		if slices.Contains(t.cwes, n) {
			return t.name
		}
	}
	return "CODE_QUALITY"
}
