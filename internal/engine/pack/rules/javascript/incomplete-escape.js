function quote(text) {
  // ruleid: javascript-incomplete-escape
  return "'" + text.replace(/'/g, "\\'") + "'";
}

function quoteBoth(text) {
  // ruleid: javascript-incomplete-escape
  return text.replace(/(['"])/g, '\\$1');
}

function quoteWell(text) {
  // ok: javascript-incomplete-escape
  return text.replace(/\\/g, '\\\\').replace(/'/g, "\\'");
}

function quoteInSteps(text) {
  text = text.replace(/\\/g, '\\\\');
  // ok: javascript-incomplete-escape
  return text.replace(/'/g, "\\'");
}

function dots(text) {
  // ok: javascript-incomplete-escape
  return text.replace(/\./g, '\\.');
}
