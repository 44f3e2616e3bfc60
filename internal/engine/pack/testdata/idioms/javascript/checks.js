const express = require('express');
const path = require('path');
const fs = require('fs');
const { execFile, exec } = require('child_process');
const app = express();
const db = require('mysql').createConnection({});
const NAME = /^[a-z]+$/;
const COLUMNS = { name: 'name', age: 'age' };
const ALLOWED = ['name', 'age'];
const SET = new Set(ALLOWED);

app.get('/s1', (req, res) => { // safe
  const u = users.find(x => x.name === req.query.name);
  db.query("select * from t where c = '" + u.role + "'");
});
app.get('/s2', (req, res) => { // safe
  const { sort } = req.query;
  if (!NAME.test(sort)) return res.status(400).end();
  db.query('select * from t order by ' + sort);
});
app.get('/b2', (req, res) => { // weak
  const { sort } = req.query;
  if (NAME.test(sort)) return res.status(400).end();
  db.query('select * from t order by ' + sort); // finds: javascript-sql-injection
});
app.get('/s3', (req, res) => { // safe
  const c = COLUMNS[req.query.sort] || 'id';
  db.query('select * from t order by ' + c);
});
app.get('/s4', (req, res) => { // safe
  const c = SET.has(req.query.sort) ? req.query.sort : 'id';
  db.query('select * from t order by ' + c);
});
app.get('/s5', (req, res) => { // safe
  const n = Number(req.query.n) || 10;
  db.query(`select * from t limit ${n}`);
});
app.get('/s6', (req, res) => { // safe
  const n = +req.query.n;
  db.query(`select * from t limit ${n}`);
});
app.get('/s7', (req, res) => { // safe
  const ids = req.query.ids.split(',').map(Number);
  db.query(`select * from t where id in (${ids.join(',')})`);
});
app.get('/s8', (req, res) => { // safe
  const ids = req.query.ids;
  db.query(`select * from t where id in (${ids.map(() => '?').join(',')})`, ids);
});
app.get('/s9', (req, res) => { // safe
  const fields = Object.keys(req.body).filter(k => ALLOWED.includes(k));
  db.query('update t set ' + fields.map(f => `${f} = ?`).join(','), fields.map(f => req.body[f]));
});
app.get('/b9', (req, res) => { // weak
  const fields = Object.keys(req.body);
  db.query('update t set ' + fields.map(f => `${f} = ?`).join(','), fields.map(f => req.body[f])); // finds: javascript-sql-injection
});
app.get('/s10', (req, res) => { // safe
  const p = path.resolve('/srv', req.query.f);
  if (!p.startsWith('/srv' + path.sep)) return res.sendStatus(403);
  res.sendFile(p);
});
app.get('/s11', (req, res) => { // safe
  res.sendFile(path.join('/srv', path.basename(req.query.f)));
});
app.get('/s12', (req, res) => { // safe
  const rel = path.relative('/srv', path.join('/srv', req.query.f));
  if (rel.startsWith('..') || path.isAbsolute(rel)) throw new Error('no');
  fs.readFileSync(path.join('/srv', rel));
});
app.get('/s13', (req, res) => { // safe
  execFile('git', ['log', '--', req.query.p]);
});
app.get('/s14', (req, res) => { // safe
  let c;
  switch (req.query.sort) { case 'name': c = 'name'; break; default: c = 'id'; }
  db.query('select * from t order by ' + c);
});
app.get('/s15', (req, res) => { // safe
  if (!ALLOWED.some(a => a === req.query.sort)) return res.end();
  db.query('select * from t order by ' + req.query.sort);
});
app.get('/s16', (req, res) => { // safe
  if (typeof req.query.n !== 'number') return res.end();
  db.query('select * from t limit ' + req.query.n);
});
app.get('/s17', (req, res) => { // safe
  const sort = ALLOWED.find(a => a === req.query.sort);
  db.query('select * from t order by ' + sort);
});
app.get('/s18', (req, res) => { // safe
  const d = req.query.d === 'desc' ? 'desc' : 'asc';
  db.query('select * from t order by id ' + d);
});
app.get('/s19', (req, res) => { // safe
  const name = req.query.name.replace(/[^a-z]/g, '');
  db.query('select * from ' + name);
});
app.get('/s20', (req, res) => { // safe
  const url = new URL(req.query.u);
  if (url.hostname !== 'example.com') return res.end();
  fetch(url);
});
app.get('/b20', (req, res) => { // weak
  const url = new URL(req.query.u);
  fetch(url); // finds: javascript-ssrf
});
function clean(s) { if (!ALLOWED.includes(s)) throw new Error('no'); return s; }
app.get('/s21', (req, res) => { // safe
  db.query('select * from t order by ' + clean(req.query.sort));
});
app.get('/s22', (req, res) => { // safe
  const sort = req.query.sort;
  if (!(sort in COLUMNS)) return res.end();
  db.query('select * from t order by ' + sort);
});
app.get('/s23', (req, res) => { // safe
  const sort = req.query.sort;
  if (!Object.keys(COLUMNS).includes(sort)) return res.end();
  db.query('select * from t order by ' + sort);
});
app.get('/s24', (req, res) => { // safe
  const sort = req.query.sort;
  if (!Object.prototype.hasOwnProperty.call(COLUMNS, sort)) return res.end();
  db.query('select * from t order by ' + sort);
});
app.get('/s25', (req, res) => { // safe
  const m = /^(\d+)-(\d+)$/.exec(req.query.range);
  if (!m) return res.end();
  db.query(`select * from t limit ${m[1]}, ${m[2]}`);
});
