app.get('/login', (req, res) => {
  // ruleid: javascript-password-in-address
  const ok = login(req.query.user, req.query.password);
  // ok: javascript-password-in-address
  const page = req.query.page;
  // ok: javascript-password-in-address
  if (req.query.resetPassword) return res.render('reset');
});

app.post('/login', (req, res) => {
  // ok: javascript-password-in-address
  const ok = login(req.body.user, req.body.password);
});
