function isOurs(url) {
  // ruleid: javascript-host-check-by-text
  if (url.includes('harbour.example.com')) return true;
  // ruleid: javascript-host-check-by-text
  if (url.indexOf('https://harbour.example.com') === 0) return true;
  const host = new URL(url).hostname;
  // ruleid: javascript-host-check-by-text
  if (host.endsWith('example.com')) return true;
  // ok: javascript-host-check-by-text
  if (host.endsWith('.example.com')) return true;
  // ok: javascript-host-check-by-text
  return host === 'harbour.example.com' || url.startsWith('https://harbour.example.com/');
}

// ok: javascript-host-check-by-text
const known = allowedHosts.includes('harbour.example.com');
