app.get('/page', (req, res) => {
  // ruleid: javascript-render-options
  res.render('page', req.query);
  // ruleid: javascript-render-options
  res.render('page', Object.assign({}, req.body));
  // ok: javascript-render-options
  res.render('page', { name: req.query.name });
  // ok: javascript-render-options
  res.render('page', settings);
});

app.post('/account', (req, res) => {
  const profile = req.body;
  // ruleid: javascript-render-options
  return res.render('account.hbs', profile);
});
app.post('/account/name', (req, res) => {
  const profile = { name: req.body.name };
  // ok: javascript-render-options
  return res.render('account.hbs', profile);
});
