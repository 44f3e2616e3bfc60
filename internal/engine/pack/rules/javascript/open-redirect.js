app.post('/login', (req, res) => {
  // ruleid: javascript-open-redirect
  res.redirect(req.query.next || '/');
  // ruleid: javascript-open-redirect
  res.redirect(302, req.body.returnTo);
  // ruleid: javascript-open-redirect
  res.writeHead(302, { Location: req.query.url });
  // ok: javascript-open-redirect
  res.redirect('/');
  // ok: javascript-open-redirect
  res.redirect(req.get('Referrer') || '/');
  // ok: javascript-open-redirect
  res.redirect(`/users/${req.params.id}`);
  // ok: javascript-open-redirect
  res.redirect('/login?next=' + encodeURIComponent(req.originalUrl));
  // ok: javascript-open-redirect
  res.redirect(PAGES[req.query.page] || '/');
  const next = req.query.next;
  if (!ALLOWED.includes(next)) {
    return res.sendStatus(400);
  }
  // ok: javascript-open-redirect
  res.redirect(next);
});

app.get('/stored', async (req, res) => {
  const link = await Link.findOne({ code: String(req.params.code) });
  // ok: javascript-open-redirect
  res.redirect(link.target);
});

router.get('/koa', (ctx) => {
  // ruleid: javascript-open-redirect
  ctx.redirect(ctx.query.to);
});

app.get('/login', async (req, res) => {
  // ok: javascript-open-redirect
  res.redirect(303, `./callback?${new URLSearchParams(req.body)}`);
  // ok: javascript-open-redirect
  res.redirect(`https://${req.headers.host}/login`);
  const url = new URL(LOGIN);
  url.searchParams.append('state', req.query.state);
  // ok: javascript-open-redirect
  res.redirect(url.toString());
  const state = jwt.verify(req.cookies.state, SECRET);
  // ok: javascript-open-redirect
  res.redirect(state.next);
  const next = resolveLoginRedirect(req.query.next, provider);
  // ok: javascript-open-redirect
  res.redirect(next);
  const other = new URL(req.query.other);
  other.searchParams.set('a', 'b');
  // ruleid: javascript-open-redirect
  res.redirect(other.toString());
  // ruleid: javascript-open-redirect
  res.redirect(new URLSearchParams(req.url).get('next'));
});

app.use((req, res, next) => {
  // ok: javascript-open-redirect
  if (!req.secure) return res.redirect(`https://${req.hostname}${req.originalUrl}`);
  // ok: javascript-open-redirect
  if (!req.secure) return res.redirect('https://' + req.headers.host + req.url);
  // ruleid: javascript-open-redirect
  if (!req.secure) return res.redirect(`https://${req.query.host}`);
  // ruleid: javascript-open-redirect
  if (!req.secure) return res.redirect('https://' + req.query.site + req.url);
  next();
});
