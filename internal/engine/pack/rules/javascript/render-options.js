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
