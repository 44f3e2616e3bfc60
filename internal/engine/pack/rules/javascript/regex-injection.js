const _ = require('lodash');

app.get('/filter', (req, res) => {
  // ruleid: javascript-regex-injection
  const a = new RegExp(req.query.match);
  // ruleid: javascript-regex-injection
  const b = RegExp('^' + req.query.match, 'i');
  // ok: javascript-regex-injection
  const c = new RegExp(_.escapeRegExp(req.query.match));
  // ok: javascript-regex-injection
  const d = names.filter((name) => name.startsWith(req.query.match));
  // ok: javascript-regex-injection
  const e = new RegExp(req.query.match.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // ruleid: javascript-regex-injection
  users.find({ name: { $regex: req.query.name } });
  // ok: javascript-regex-injection
  const f = new RegExp('^a+$');
});

app.use((req, res, next) => {
  // ok: javascript-regex-injection
  if (ApiKey.match(req.get('authorization'))) {
    return next();
  }
  // ruleid: javascript-regex-injection
  res.json(text.match(req.query.pattern));
});
