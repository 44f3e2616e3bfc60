http.createServer((req, res) => {
  // ruleid: javascript-cookie-header-no-httponly
  res.setHeader('Set-Cookie', 'session=' + newSession());
  // ok: javascript-cookie-header-no-httponly
  res.setHeader('Set-Cookie', `session=${newSession()}; HttpOnly; Secure`);
  // ruleid: javascript-cookie-header-no-httponly
  res.setHeader('Set-Cookie', [`authToken=${token}; Secure`, 'lang=de']);
  // ok: javascript-cookie-header-no-httponly
  res.setHeader('Set-Cookie', 'lang=de');
  // ok: javascript-cookie-header-no-httponly
  res.setHeader('Set-Cookie', 'session=; Max-Age=0');
});
