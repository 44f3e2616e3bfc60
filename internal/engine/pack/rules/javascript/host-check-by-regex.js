function isOurs(url) {
  // ruleid: javascript-host-check-by-regex
  if (/https?:\/\/example\.com\//.test(url)) return true;
  // ruleid: javascript-host-check-by-regex
  if (/^https?:\/\/example\.com/.test(url)) return true;
  // ruleid: javascript-host-check-by-regex
  if (url.match(/^https?:\/\/www.example.com\//)) return true;
  // ok: javascript-host-check-by-regex
  if (/^https?:\/\/www\.example\.com\//.test(url)) return true;
  // ok: javascript-host-check-by-regex
  return /^https?:\/\//.test(url);
}
