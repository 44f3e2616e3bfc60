package httpapi

// ErrorCodes lists every code that an error of the API can carry, by status.
//
//go:generate env VIGIL_GENERATE=1 go test -count=1 -run TestErrorsPage .
var ErrorCodes = []ErrorCode{
	{"parameter_missing", "A required field or parameter is not there.", "Add the one that \"param\" names.", 400},
	{"parameter_invalid", "A field, parameter or header has a value that cannot be used.", "The message says what the one in \"param\" must look like.", 400},
	{"parameter_unknown", "A field or parameter is not known here.", "Check its spelling, letter case included.", 400},
	{"parameter_duplicate", "A field, parameter or header was given more than once.", "Give it once. Filters that take several values also take them separated by commas.", 400},
	{"invalid_json", "The body is not one JSON object in UTF-8.", "Check the body with a JSON tool; nothing may stand behind the object.", 400},
	{"webhook_url_not_public", "The URL of a webhook is not a public HTTPS address.", "Use an https:// URL that resolves to public addresses only, or ask the operator to allow the network.", 400},
	{"integration_token_invalid", "The source host did not accept the token.", "Check that it is complete, active and not expired.", 400},
	{"integration_token_scope", "The token lacks the scope \"api\".", "Make a token with that scope.", 400},
	{"archive_damaged", "The upload is not a zip archive, or it is damaged.", "Pack it again and send it again.", 400},
	{"archive_refused", "The archive holds something that no packer makes by itself, such as a link or a path that leads out.", "The message says what; pack it without.", 400},
	{"import_invalid", "The document is not SARIF 2.1.0 that can be imported.", "The message says what is wrong. Send the document as the tool wrote it.", 400},
	{"rules_invalid", "The rules that a team brought cannot be used.", "The message names file, line and column, the rule, and what is wrong, as vigil rules validate does. Nothing was stored.", 400},
	{"api_key_missing", "The request carries no API key.", "Send it in the header X-API-Key, or as Authorization: Bearer.", 401},
	{"api_key_invalid", "The API key is unknown, incomplete, expired or revoked.", "Check it, or have a new one made.", 401},
	{"permission_denied", "The API key lacks the permission for this.", "Use a key that has it.", 403},
	{"not_found", "There is no such thing, or none that this key may know of.", "Check the address and the key.", 404},
	{"method_not_allowed", "The address exists, but not with this method.", "The header Allow lists the methods there are.", 405},
	{"repository_ambiguous", "Several providers have a repository of this name.", "Add provider, or use the repository's id.", 409},
	{"webhook_disabled", "Nothing is sent to a webhook endpoint that is disabled.", "Enable it with PATCH, then repeat the request.", 409},
	{"scan_already_done", "The scan has ended, or its result is being recorded, and it can no longer be canceled.", "Nothing is to be done.", 409},
	{"key_not_rotatable", "The API key has expired, or another has taken its place already.", "Rotate the key that the message names, or make a new one.", 409},
	{"idempotency_key_in_use", "A request with the same Idempotency-Key is still being worked on.", "Repeat the request in a moment.", 409},
	{"body_too_large", "The body is larger than 1 MiB, or rules are than 5 MiB, or an archive than 512 MiB.", "Send less.", 413},
	{"source_too_large", "The archive holds more than the limits allow.", "Leave out what need not be scanned.", 413},
	{"unsupported_media_type", "The body is not declared as JSON, or what else is wanted here.", "Send the header Content-Type: application/json, or the one that the message names.", 415},
	{"idempotency_key_reused", "The Idempotency-Key came with another request before.", "Use a new key for each new request.", 422},
	{"rate_limited", "The API key has made too many requests, or its team reads too many lists at once.", "Wait as long as the header Retry-After says.", 429},
	{"quota_exceeded", "The team has as much of something as it may, or so much is under way at once.", "\"param\" names the quota; GET /limits shows all of them. Use less, wait if the header Retry-After is there, or ask the operator for more.", 429},
	{"internal_error", "Something went wrong in the server.", "Look for the request id in its log.", 500},
	{"integration_unreachable", "The source host did not answer.", "Try again later, or check its address.", 502},
	{"unavailable", "The database did not answer, or has no space left.", "Repeat the request in a moment, with the same Idempotency-Key if it changes something: what did arrive is then not done twice.", 503},
}
