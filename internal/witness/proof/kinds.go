package proof

import "vigil/internal/engine"

// kind is what all findings of a weakness have in common. A proposer chooses the weakness, but
// not how severe it is.
type kind struct{ cwe, typ, title, cvss, description, remediation string }

var kinds = []kind{
	{"CWE-639", "IDOR", "Insecure direct object reference", "CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:L/A:N",
		"An object is looked up by an identifier from the request, without a check that the caller may access it. An attacker can read or change the objects of others.",
		"Restrict the query to objects of the caller, or check ownership before the object is used."},
	{"CWE-862", "ACCESS_CONTROL", "Missing authorization", "CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N",
		"An operation is carried out without a check that the caller has the right to it. Any user who can reach it can use it.",
		"Check the role or permission of the caller before the operation."},
	{"CWE-863", "ACCESS_CONTROL", "Incorrect authorization", "CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N",
		"The check of the caller's rights can be passed by callers without the right.", "Check the right that the operation needs, on the server."},
	{"CWE-285", "ACCESS_CONTROL", "Improper authorization", "CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N",
		"The caller's rights are not checked as this operation requires.", "Check the right that the operation needs, on the server."},
	{"CWE-306", "BROKEN_AUTH", "Missing authentication", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N",
		"A sensitive operation is available to callers who are not logged in.", "Require a session or a token for this route."},
	{"CWE-915", "ACCESS_CONTROL", "Mass assignment", "CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:H/A:N",
		"Fields of an object are set from the request without an allowlist. An attacker can set fields such as roles or prices.",
		"Copy only the fields that callers may change."},
	{"CWE-307", "BROKEN_AUTH", "Missing rate limit on credentials", "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N",
		"Credentials can be tried without a limit. An attacker can guess them.", "Limit attempts per account and per address."},
	{"CWE-650", "CSRF", "State change by GET", "CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:H/A:N",
		"A GET request changes state. A link or an image on another site can trigger it.", "Use POST, PUT, PATCH, or DELETE, with protection against CSRF."},
	{"CWE-352", "CSRF", "Cross-site request forgery", "CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:H/A:N",
		"Another site can make the browser of a user send this request.", "Require a CSRF token or a SameSite cookie."},
	{"CWE-602", "ACCESS_CONTROL", "Price or quantity taken from the client", "CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:H/A:N",
		"A value that the server should know is taken from the request. An attacker can choose it.", "Compute the value on the server."},
	{"CWE-362", "RACE_CONDITION", "Race condition", "CVSS:3.1/AV:N/AC:H/PR:L/UI:N/S:U/C:N/I:H/A:N",
		"A value is checked and changed in two steps. Concurrent requests can pass the check together.", "Use a transaction with a lock, or one conditional update."},
	{"CWE-367", "RACE_CONDITION", "Time-of-check to time-of-use race", "CVSS:3.1/AV:N/AC:H/PR:L/UI:N/S:U/C:N/I:H/A:N",
		"A condition may no longer hold when it is relied on.", "Make check and use one atomic operation."},
}

// kindOf returns the words for a weakness.
func kindOf(cwe string) kind {
	for _, k := range kinds {
		if k.cwe == cwe {
			return k
		}
	}
	return kind{cwe, engine.TypeOf(cwe), "Weakness in application logic", "CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:L/A:N",
		"The code has a weakness that a proposed rule describes.", "See the proposed mend of the witness."}
}
