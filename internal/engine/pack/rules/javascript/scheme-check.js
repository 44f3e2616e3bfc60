function safeLink(url) {
  // ruleid: javascript-scheme-check
  if (url.trim().toLowerCase().startsWith('javascript:')) {
    return '#';
  }
  return url;
}

function allSchemes(url) {
  // ok: javascript-scheme-check
  if (url.startsWith('javascript:') || url.startsWith('data:') || url.startsWith('vbscript:')) {
    return '#';
  }
  return url;
}

function byProtocol(url) {
  const protocol = new URL(url).protocol;
  // ruleid: javascript-scheme-check
  if (protocol === 'javascript:') return '#';
  // ok: javascript-scheme-check
  if (protocol !== 'https:') return '#';
  return url;
}
