const session = require('express-session');
app.use(
  session({
    secret: process.env.SECRET,
    // ruleid: javascript-insecure-cookie
    cookie: { httpOnly: false, secure: false },
  }),
);
app.use(
  session({
    secret: process.env.SECRET,
    // ok: javascript-insecure-cookie
    cookie: { httpOnly: true, secure: true },
  }),
);
// ruleid: javascript-insecure-cookie
res.cookie('sid', id, { httpOnly: false });
// ruleid: javascript-insecure-cookie
res.cookie('sid', id, { httpOnly: true, secure: false });
// ok: javascript-insecure-cookie
res.cookie('sid', id, { httpOnly: true, secure: true, sameSite: 'lax' });

function viaOptions(res, id) {
  const options = { maxAge: 1000, httpOnly: false };
  // ruleid: javascript-insecure-cookie
  res.cookie('session', id, options);
  const safe = { maxAge: 1000, httpOnly: true };
  // ok: javascript-insecure-cookie
  res.cookie('session', id, safe);
}

function changedLater(res, id) {
  const options = { httpOnly: true };
  options.httpOnly = false;
  // ruleid: javascript-insecure-cookie
  res.cookie('authToken', id, options);
}
