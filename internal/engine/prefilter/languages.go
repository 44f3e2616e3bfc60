package prefilter

// Properties of languages that the prefilter relies on.

// wholeWords are the languages in which a name of a pattern appears in the file with the same
// spelling and as a whole word.
var wholeWords = map[string]bool{"python": true, "javascript": true, "typescript": true, "java": true, "go": true, "ruby": true, "csharp": true, "php": true}

// dots are the languages for which the context of a word is checked.
var dots = map[string]bool{"python": true, "javascript": true, "typescript": true, "java": true, "go": true, "csharp": true, "ruby": true}

// plainTexts are those of them with few kinds of string literals.
var plainTexts = map[string]bool{"python": true, "javascript": true, "typescript": true, "java": true, "go": true}

// calls are those of them in which a call always has parentheses.
var calls = map[string]bool{"python": true, "javascript": true, "typescript": true, "java": true, "go": true, "csharp": true}

// alwaysDots are the languages in which an imported member follows a dot in its import as well.
var alwaysDots = map[string]bool{"java": true, "go": true, "csharp": true, "ruby": true}

// hashComments are the languages whose comments begin with a hash.
var hashComments = map[string]bool{"python": true, "ruby": true}

// textsBehind are the languages in which a string that is assigned to a name follows the name, or
// its type.
var textsBehind = map[string]bool{"python": true, "javascript": true, "typescript": true, "go": true}
