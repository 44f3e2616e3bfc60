const app = require('express')();

app.get('/env', (req, res) => {
  // ruleid: javascript-environment-shown
  res.json(process.env);
});
app.get('/debug', (req, res) => {
  // ruleid: javascript-environment-shown
  res.status(200).send({ version: process.version, env: process.env });
});
app.get('/version', (req, res) => {
  // ok: javascript-environment-shown
  res.json({ version: process.env.APP_VERSION });
});
