const axios = require('axios');
const got = require('got');
const https = require('https');

app.get('/remote', async (req, res) => {
  // ruleid: javascript-ssrf
  const a = await axios.get(req.query.url, { timeout: 5000 });
  // ruleid: javascript-ssrf
  const b = await fetch(`http://${req.query.host}/status`);
  // ruleid: javascript-ssrf
  const c = await got(req.body.url);
  // ruleid: javascript-ssrf
  https.get(req.query.url, (answer) => answer.pipe(res));
  // ruleid: javascript-ssrf
  const d = await axios({ method: 'get', url: req.body.url });
  // ok: javascript-ssrf
  const e = await axios({ method: 'post', url: 'https://api.test/', data: req.body });
  // ok: javascript-ssrf
  const f = await axios.post('https://api.test/orders', req.body);
  // ok: javascript-ssrf
  const g = await fetch(`https://api.test/users/${req.params.id}`);
  // ok: javascript-ssrf
  const h = await fetch('https://api.test/users/' + req.params.id);
  const target = new URL(req.query.target);
  if (!HOSTS.has(target.hostname)) {
    return res.sendStatus(400);
  }
  // ok: javascript-ssrf
  const i = await fetch(target);
});

export async function POST(request) {
  const { url } = await request.json();
  // ruleid: javascript-ssrf
  return fetch(url);
}

app.get('/found', async (req, res) => {
  const address = new URL('/search', 'https://ships.test');
  address.searchParams.set('q', req.query.q);
  // ok: javascript-ssrf
  res.json(await fetch(address));
  // ruleid: javascript-ssrf
  res.json(await fetch(new URL(req.query.from)));
});
