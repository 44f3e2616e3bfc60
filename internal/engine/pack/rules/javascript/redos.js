app.get('/check', (req, res) => {
  const text = req.query.text;
  // ruleid: javascript-redos
  const a = /^([a-z0-9]+)+$/.test(text);
  // ruleid: javascript-redos
  const b = text.match(/(\w*)*x/);
  // ok: javascript-redos
  const c = /^[a-z0-9]+$/.test(text);
  // ok: javascript-redos
  const d = /^([a-z0-9]+)+$/.test('constant');
});
