const app = require('express')();
const axios = require('axios');
const he = require('he');
const HOSTS = new Set(['a.example.com']);
app.get('/s1', async (req, res) => { // safe
  const url = new URL(req.query.u);
  if (!HOSTS.has(url.hostname)) return res.sendStatus(400);
  await axios.get(url.href);
});
app.get('/s2', async (req, res) => { // safe
  const target = req.query.u;
  const { hostname } = new URL(target);
  if (!HOSTS.has(hostname)) return res.sendStatus(400);
  await axios.get(target);
});
app.get('/s3', async (req, res) => { // safe
  const url = new URL(req.query.u);
  if (url.protocol !== 'https:' || url.hostname !== 'a.example.com') return res.sendStatus(400);
  await axios.get(url.toString());
});
app.get('/b3', async (req, res) => { // weak
  const url = new URL(req.query.u);
  if (url.protocol !== 'https:') return res.sendStatus(400);
  await axios.get(url.toString()); // finds: javascript-ssrf
});
app.get('/s4', (req, res) => { // safe
  const next = req.query.next;
  if (next.startsWith('/') && !next.startsWith('//')) return res.redirect(next);
  res.redirect('/');
});
app.get('/b4', (req, res) => { // weak
  const next = req.query.next;
  if (next) return res.redirect(next); // finds: javascript-open-redirect
});
app.get('/s5', (req, res) => { // safe
  res.send('<b>' + he.encode(req.query.q) + '</b>');
});
app.get('/s6', (req, res) => { // safe
  res.json({ q: req.query.q });
});
app.get('/s7', (req, res) => { // safe
  res.type('text/plain').send(req.query.q);
});
app.get('/s8', (req, res) => { // safe
  res.set('Content-Type', 'application/json');
  res.send(JSON.stringify({ q: req.query.q }));
});
app.get('/b8', (req, res) => { // weak
  res.send('<b>' + req.query.q + '</b>'); // finds: javascript-xss
});
const escapeHtml = s => s.replace(/&/g, '&amp;').replace(/</g, '&lt;');
app.get('/s9', (req, res) => { // safe
  res.send('<b>' + escapeHtml(req.query.q) + '</b>');
});
app.get('/s10', (req, res) => { // safe
  const items = req.query.items.map(i => `<li>${escapeHtml(i)}</li>`);
  res.send(items.join(''));
});
app.get('/b10', (req, res) => { // weak
  const items = req.query.items.map(i => `<li>${i}</li>`);
  res.send(items.join('')); // finds: javascript-xss
});
app.get('/b11', (req, res) => { // weak
  const items = req.query.items.filter(Boolean).map(function (i) { return '<li>' + i + '</li>'; });
  res.send(items.join('')); // finds: javascript-xss
});
app.get('/b12', (req, res) => { // weak
  load(req.query.q).then(v => res.send('<b>' + req.query.q + '</b>')); // finds: javascript-xss
});
app.get('/b13', async (req, res) => { // weak
  const all = await Promise.all(req.query.items.map(async i => { return '<li>' + i + '</li>'; }));
  res.send(all.join('')); // finds: javascript-xss
});
app.get('/b14', (req, res) => { // weak
  const rows = Object.entries(req.query).map(([k, v]) => `<td>${k}: ${v}</td>`);
  res.send(rows.join('')); // finds: javascript-xss
});
app.get('/b15', (req, res) => { // weak
  const s = req.query.items.reduce((acc, i) => acc + '<li>' + i, '');
  res.send(s); // finds: javascript-xss
});
app.get('/b16', (req, res) => { // weak
  let html = '';
  req.query.items.forEach(i => { html += '<li>' + i; });
  res.send(html); // finds: javascript-xss
});
