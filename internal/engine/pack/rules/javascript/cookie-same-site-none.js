app.get('/login', (req, res) => {
  // ruleid: javascript-cookie-same-site-none
  res.cookie('session', id, { httpOnly: true, secure: true, sameSite: 'none' });
  // ok: javascript-cookie-same-site-none
  res.cookie('session', id, { httpOnly: true, secure: true, sameSite: 'lax' });
  // ok: javascript-cookie-same-site-none
  res.cookie('theme', 'dark', { secure: true, sameSite: 'none' });
});

// ruleid: javascript-cookie-same-site-none
app.use(session({ name: 'sid', cookie: { secure: true, sameSite: 'none' } }));
// ok: javascript-cookie-same-site-none
app.use(session({ name: 'sid', cookie: { secure: true, sameSite: 'strict' } }));
