app.use((req, res, next) => {
  // ruleid: javascript-cors-reflected-origin
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin || '*');
  // ruleid: javascript-cors-reflected-origin
  res.header('Access-Control-Allow-Origin', req.get('Origin'));
  // ok: javascript-cors-reflected-origin
  res.setHeader('Access-Control-Allow-Origin', 'https://partner.test');
  const origin = req.headers.origin;
  if (PARTNERS.has(origin)) {
    // ok: javascript-cors-reflected-origin
    res.setHeader('Access-Control-Allow-Origin', origin);
  }
  next();
});
