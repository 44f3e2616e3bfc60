function clean(html) {
  // ruleid: javascript-incomplete-tag-filter
  return html.replace(/<script[^>]*>.*?<\/script>/gi, '');
}

function withoutComments(html) {
  // ruleid: javascript-incomplete-tag-filter
  return html.replace(/<!--.*?-->/g, '');
}

function inside(path) {
  // ruleid: javascript-incomplete-tag-filter
  return path.replace(/\.\.\//g, '');
}

function withoutHandlers(html) {
  // ruleid: javascript-incomplete-tag-filter
  return html.replace(/\son\w+\s*=\s*"[^"]*"/gi, '');
}

function withoutContent(html) {
  // ok: javascript-incomplete-tag-filter
  return html.replace(/content="[^"]*"/g, '').replace(/condition=/, '');
}

function spaces(text) {
  // ok: javascript-incomplete-tag-filter
  return text.replace(/\s+/g, '');
}

function purified(html) {
  // ok: javascript-incomplete-tag-filter
  return DOMPurify.sanitize(html);
}
