function clean(text) {
  // ruleid: javascript-incomplete-replace
  let out = text.replace("<", "&lt;");
  // ruleid: javascript-incomplete-replace
  out = out.replace(/'/, "''");
  // ruleid: javascript-incomplete-replace
  out = out.replace('../', '');
  // ok: javascript-incomplete-replace
  out = out.replace(/</g, '&lt;');
  // ok: javascript-incomplete-replace
  out = out.replaceAll("'", "''");
  // ok: javascript-incomplete-replace
  const inner = out.replaceAll('<', '').replaceAll('>', '');
  // ok: javascript-incomplete-replace
  return out.replace('name', 'value');
}
