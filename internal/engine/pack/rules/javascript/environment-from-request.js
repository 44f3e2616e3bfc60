app.post('/settings', (req, res) => {
  const { name, value } = req.body;
  // ruleid: javascript-environment-from-request
  process.env[name] = value;
  // ok: javascript-environment-from-request
  process.env.LANG = value;
  // ruleid: javascript-environment-from-request
  Object.assign(process.env, req.body);
});
