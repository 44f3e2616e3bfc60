package httpapi

// ErrorCodes lists every code that an error of the API can carry, by status.
//
//go:generate env VIGIL_GENERATE=1 go test -count=1 -run TestErrorsPage .
var ErrorCodes = []ErrorCode{
	{"parameter_missing", "A required field or parameter is missing.", "Add the one named by \"param\".", 400},
	{"parameter_invalid", "A field, parameter, or header has an invalid value.", "The message says what the one in \"param\" must look like.", 400},
	{"parameter_unknown", "A field or parameter is unknown.", "Check its spelling, including upper and lower case.", 400},
	{"parameter_duplicate", "A field, parameter, or header was given more than once.", "Give it once. Filters that take several values also accept them separated by commas.", 400},
	{"invalid_json", "The body is not one JSON object in UTF-8.", "Check the body with a JSON tool; nothing may follow the object.", 400},
	{"webhook_url_not_public", "The URL of a webhook is not a public HTTPS address.", "Use an https:// URL that resolves only to public addresses, or ask the operator to allow the network.", 400},
	{"integration_token_invalid", "The source host did not accept the token.", "Check that it is complete, active, and not expired.", 400},
	{"integration_token_scope", "The token lacks the scope \"api\".", "Create a token with that scope.", 400},
	{"archive_damaged", "The upload is not a zip archive, or it is damaged.", "Create the archive again and upload it again.", 400},
	{"archive_refused", "The archive contains something that is not allowed, such as a link or path traversal.", "The message says what; create the archive without it.", 400},
	{"import_invalid", "The document is not valid SARIF 2.1.0.", "The message says what is wrong. Send the document as the tool wrote it.", 400},
	{"rules_invalid", "The uploaded rules are invalid.", "The message names file, line, and column, the rule, and the error, as vigil rules validate does. Nothing was stored.", 400},
	{"api_key_missing", "The request has no API key.", "Send it in the header X-API-Key, or as Authorization: Bearer.", 401},
	{"api_key_invalid", "The API key is unknown, incomplete, expired, or revoked.", "Check it, or create a new one.", 401},
	{"permission_denied", "The API key lacks the required permission.", "Use a key that has it.", 403},
	{"not_found", "The object does not exist, or the key has no access to it.", "Check the URL and the key.", 404},
	{"method_not_allowed", "The URL does not support this method.", "The header Allow lists the supported methods.", 405},
	{"repository_ambiguous", "Several providers have a repository with this name.", "Add provider, or use the repository's id.", 409},
	{"webhook_disabled", "The webhook is disabled, so nothing is sent to it.", "Enable it with PATCH, then retry.", 409},
	{"scan_already_done", "The scan has ended, or its result is being recorded, so it can no longer be canceled.", "No action is needed.", 409},
	{"key_not_rotatable", "The API key has expired, or was already rotated.", "Rotate the key that the message names, or create a new one.", 409},
	{"idempotency_key_in_use", "A request with the same Idempotency-Key is still in progress.", "Retry in a moment.", 409},
	{"body_too_large", "The body is larger than 1 MiB, rules larger than 5 MiB, or an archive larger than 512 MiB.", "Send less.", 413},
	{"source_too_large", "The content of the archive exceeds the limits.", "Leave out what need not be scanned.", 413},
	{"unsupported_media_type", "The body has the wrong content type.", "Send the header Content-Type: application/json, or the one that the message names.", 415},
	{"idempotency_key_reused", "The Idempotency-Key was already used for a different request.", "Use a new key for each new request.", 422},
	{"rate_limited", "The API key has made too many requests, or its team reads too many lists at once.", "Wait as long as the header Retry-After says.", 429},
	{"quota_exceeded", "The team has reached a quota, or its limit of concurrent operations.", "\"param\" names the quota; GET /limits shows all of them. Use less, wait if the header Retry-After is there, or ask the operator for more.", 429},
	{"internal_error", "The server has failed.", "Look for the request id in its log.", 500},
	{"integration_unreachable", "The source host did not answer.", "Retry later, or check its address.", 502},
	{"unavailable", "The database did not answer, or has no space left.", "Retry in a moment, with the same Idempotency-Key if the request changes something, so that it takes effect once.", 503},
}
