const express = require('express');
const { z } = require('zod');
const Joi = require('joi');
const { body, param, validationResult } = require('express-validator');
const path = require('path');
const fs = require('fs');
const crypto = require('crypto');
const { exec, execFile, spawn } = require('child_process');
const app = express();
const db = require('mysql2').createPool({});
const Query = z.object({ page: z.coerce.number(), sort: z.enum(['name', 'age']), q: z.string() });
app.get('/2', (req, res) => { // safe
  const { q } = Query.parse(req.query);
  db.query('select * from t where q = ?', [q]);
});
app.get('/3', (req, res) => { // safe
  db.query('select * from t where ?', { id: req.query.id });
});
app.get('/4', (req, res) => { // safe
  db.execute('select * from t where id = :id', { id: req.query.id });
});
app.get('/5', (req, res) => { // safe
  db.query('select * from t where id = ' + db.escape(req.query.id));
});
app.get('/6', (req, res) => { // safe
  db.query('select * from t order by ' + mysql.escapeId(req.query.o));
});
app.get('/7', (req, res) => { // safe
  const id = crypto.createHash('sha256').update(req.query.id).digest('hex');
  fs.readFileSync('/srv/' + id);
});
app.get('/8', (req, res) => { // safe
  const name = path.basename(req.params.name);
  res.sendFile(path.join(__dirname, 'files', name));
});
app.get('/9', (req, res) => { // safe
  res.sendFile(req.params.name, { root: path.join(__dirname, 'files') });
});
app.get('/10', (req, res) => { // safe
  spawn('git', ['show', req.query.ref]);
});
app.get('/11', (req, res) => { // safe
  res.render('page', { q: req.query.q });
});
app.get('/12', (req, res) => { // safe
  res.status(404).json({ error: `no ${req.query.q}` });
});
app.get('/13', (req, res) => { // safe
  res.send({ q: req.query.q });
});
app.get('/14', (req, res) => { // safe
  res.redirect('/search?q=' + encodeURIComponent(req.query.q));
});
app.get('/15', (req, res) => { // safe
  res.redirect(301, `/users/${req.params.id}`);
});
app.get('/16', async (req, res) => { // safe
  const r = await fetch(`https://api.example.com/users/${encodeURIComponent(req.params.id)}`);
  res.json(await r.json());
});
app.get('/17', async (req, res) => { // safe
  const user = await User.findOne({ where: { name: req.query.name } });
  res.json(user);
});
app.get('/18', async (req, res) => { // safe
  const user = await User.findOne({ name: String(req.query.name) });
  res.json(user);
});
app.get('/19', async (req, res) => { // safe
  const user = await User.findById(req.params.id);
  db.query(`select * from t where owner = ${user.id}`);
});
app.get('/20', (req, res) => { // safe
  const i = parseInt(req.query.i, 10);
  if (Number.isNaN(i)) return res.sendStatus(400);
  db.query('select * from t limit ' + i);
});
app.get('/21', (req, res) => { // safe
  const types = { a: A, b: B };
  const t = types[req.query.type];
  if (!t) return res.sendStatus(400);
  res.json(new t());
});
app.get('/22', (req, res) => { // safe
  const tpl = require('handlebars').compile('<b>{{q}}</b>');
  res.send(tpl({ q: req.query.q }));
});
app.get('/24', (req, res) => { // safe
  const DOMPurify = require('dompurify');
  res.send(DOMPurify.sanitize(req.body.html));
});
app.get('/25', (req, res) => { // safe
  const safe = xss(req.body.html);
  res.send(safe);
});
app.get('/26', (req, res) => { // safe
  if (!fs.existsSync('/srv/list.json')) return res.end();
  const list = JSON.parse(fs.readFileSync('/srv/list.json'));
  const item = list.find(i => i.id === req.query.id);
  exec('ls ' + item.path);
});
app.get('/27', (req, res) => { // safe
  const d = new Date(req.query.d);
  db.query(`select * from t where d = '${d.toISOString()}'`);
});
app.get('/28', (req, res) => { // safe
  const file = `${crypto.randomUUID()}${path.extname(req.file.originalname)}`;
  fs.writeFileSync('/srv/' + file, req.file.buffer);
});
