const jwt = require('jsonwebtoken');
app.use((req, res, next) => {
  const token = req.headers.authorization.split(' ')[1];
  // ruleid: javascript-jwt-not-verified
  req.user = jwt.decode(token);
  next();
});

app.use((req, res, next) => {
  const token = req.headers.authorization.split(' ')[1];
  // ok: javascript-jwt-not-verified
  const { kid } = jwt.decode(token, { complete: true }).header;
  // ok: javascript-jwt-not-verified
  req.user = jwt.verify(token, keys[kid], { algorithms: ['HS256'] });
  // ok: javascript-jwt-not-verified
  const mine = jwt.decode(ownToken);
  next();
});

const jose = require('jose');

app.get('/account', async (req, res) => {
  // ruleid: javascript-jwt-not-verified
  res.json(await account(jose.decodeJwt(req.cookies.session).sub));
});

app.get('/orders', async (req, res) => {
  const { payload } = await jose.jwtVerify(req.cookies.session, key);
  // ok: javascript-jwt-not-verified
  res.json(await orders(payload.sub));
});
