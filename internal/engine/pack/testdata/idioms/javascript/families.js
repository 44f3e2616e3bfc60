const app = require('express')();
const path = require('path'), fs = require('fs');
const { MongoClient, ObjectId } = require('mongodb');
const unzipper = require('unzipper');
app.post('/1', async (req, res) => { // safe
  const user = await db.collection('u').findOne({ _id: new ObjectId(req.params.id) });
  res.json(user);
});
app.post('/2', async (req, res) => { // safe
  const { email, password } = req.body;
  if (typeof email !== 'string' || typeof password !== 'string') return res.sendStatus(400);
  res.json(await User.findOne({ email, password }));
});
app.post('/3', async (req, res) => { // weak
  res.json(await db.collection('u').find(req.body.filter).toArray()); // finds: javascript-nosql-injection
});
app.post('/4', async (req, res) => { // safe
  const out = {};
  for (const k of Object.keys(req.body)) { if (k === '__proto__' || k === 'constructor' || k === 'prototype') continue; out[k] = req.body[k]; }
  res.json(out);
});
app.post('/5', async (req, res) => { // safe
  const m = new Map(Object.entries(req.body)); res.json([...m.keys()]);
});
app.post('/6', (req, res) => { // safe
  console.log('user', JSON.stringify(req.body.name)); res.end();
});
app.post('/7', (req, res) => { // safe
  logger.info({ name: req.body.name }, 'created'); res.end();
});
app.get('/8', (req, res) => { // safe
  const re = new RegExp(req.query.q.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i'); res.json(items.filter(i => re.test(i)));
});
app.get('/9', (req, res) => { // weak
  const re = new RegExp(req.query.q, 'i'); res.json(items.filter(i => re.test(i))); // finds: javascript-regex-injection
});
app.get('/10', (req, res) => { // safe
  res.set('X-Name', encodeURIComponent(req.query.name)); res.end();
});
app.get('/11', (req, res) => { // safe
  res.cookie('lang', req.query.lang === 'de' ? 'de' : 'en', { httpOnly: true, secure: true, sameSite: 'lax' }); res.end();
});
async function unzip(file, dir) { // safe
  for await (const e of fs.createReadStream(file).pipe(unzipper.Parse({ forceStream: true }))) {
    const to = path.join(dir, e.path);
    if (!to.startsWith(dir + path.sep)) { e.autodrain(); continue; }
    e.pipe(fs.createWriteStream(to));
  }
}
app.get('/12', async (req, res) => { // safe
  const p = path.normalize(req.query.f).replace(/^(\.\.(\/|\\|$))+/, '');
  res.sendFile(path.join('/srv', p));
});
app.get('/13', async (req, res) => { // safe
  const real = await fs.promises.realpath(path.join('/srv', req.query.f));
  if (!real.startsWith('/srv/')) return res.sendStatus(403);
  res.sendFile(real);
});
app.get('/14', (req, res) => { // safe
  const { template } = req.query; const templates = { a: 'a.ejs', b: 'b.ejs' };
  if (!Object.hasOwn(templates, template)) return res.sendStatus(404);
  res.render(templates[template]);
});
app.get('/15', (req, res) => { // safe
  const fn = { list, show }[req.query.action] ?? list; fn(req, res);
});
app.get('/16', (req, res) => { // weak
  res.send(`<script>var q = "${req.query.q}"</script>`); // finds: javascript-xss
});
app.get('/17', (req, res) => { // safe
  res.send(`<p>${Number(req.query.n).toFixed(2)}</p>`);
});
app.get('/18', (req, res) => { // safe
  res.type('json').send(JSON.stringify({ q: req.query.q }));
});
app.get('/19', (req, res) => { // safe
  res.setHeader('Content-Type', 'text/plain'); res.end(req.query.q);
});
