app.get('/a', (req, res) => {
  // ruleid: javascript-header-injection
  res.setHeader(req.query.name, 'yes');
  // ruleid: javascript-header-injection
  res.setHeader('Set-Cookie', 'lang=' + req.query.lang);
  // ok: javascript-header-injection
  res.setHeader('Set-Cookie', 'lang=' + encodeURIComponent(req.query.lang));
  // ok: javascript-header-injection
  res.setHeader('X-Page', String(Number(req.query.page)));
  // ruleid: javascript-header-injection
  socket.write('HTTP/1.1 101 ok\r\nX-Key: ' + req.headers.key + '\r\n\r\n');
  // ok: javascript-header-injection
  res.set('X-Frame-Options', 'DENY');
});
