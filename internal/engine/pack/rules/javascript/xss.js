const escapeHtml = require('escape-html');

app.get('/search', (req, res) => {
  const q = req.query.q;
  // ruleid: javascript-xss
  res.send(`<h1>Results for ${q}</h1>`);
  // ruleid: javascript-xss
  res.status(404).send('No page ' + req.originalUrl);
  // ruleid: javascript-xss
  res.write('<p>' + req.body.text + '</p>');
  // ok: javascript-xss
  res.send(`<h1>${escapeHtml(q)}</h1>`);
  // ok: javascript-xss
  res.json({ q });
  // ok: javascript-xss
  res.send({ q });
  // ok: javascript-xss
  res.render('search', { q });
  // ok: javascript-xss
  res.send(`<p>${Number(req.query.page)}</p>`);
});

app.get('/hono', (c) => {
  // ruleid: javascript-xss
  return c.html(`<p>${c.req.query('q')}</p>`);
});

app.get('/fastify', (request, reply) => {
  // ok: javascript-xss
  reply.send('You sent ' + request.query.q);
  // ruleid: javascript-xss
  reply.type('text/html').send('You sent ' + request.query.q);
});

app.get('/plain', (req, res) => {
  res.setHeader('Content-Type', 'text/plain');
  // ok: javascript-xss
  res.end('You sent ' + req.url);
});

router.get('/koa', (ctx) => {
  // ruleid: javascript-xss
  ctx.body = `<p>${ctx.query.q}</p>`;
  // ok: javascript-xss
  ctx.body = { q: ctx.query.q };
});

router.post('/teams', async (ctx) => {
  // ok: javascript-xss
  ctx.body = { url: `${ctx.request.body.name}/new` };
});

exports.handler = async (event) => {
  const name = event.queryStringParameters.name;
  if (event.rawPath === '/data') {
    // ok: javascript-xss
    return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: `{"name": ${JSON.stringify(name)}}` };
  }
  // ruleid: javascript-xss
  return { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: `<h1>${name}</h1>` };
};

app.get('/reset/:token', (req, res) => {
  // ok: javascript-xss
  res.send(ejs.render(page, { token: req.params.token }));
  // ruleid: javascript-xss
  res.send(page.replace('TOKEN', req.params.token));
});

app.post('/audit', async (req, res) => {
  const answer = await got('https://registry.example.com/audit', { method: 'POST', json: req.body });
  // ok: javascript-xss
  res.send(answer.body);
  // ruleid: javascript-xss
  res.send(req.body.name);
});
