const crypto = require('crypto');
function check(body, signature) {
  // ruleid: javascript-timing-unsafe-compare
  if (crypto.createHmac('sha256', key).update(body).digest('hex') === signature) return true;
  const expected = crypto.createHmac('sha256', key).update(body).digest();
  // ok: javascript-timing-unsafe-compare
  return expected.length === signature.length && crypto.timingSafeEqual(expected, signature);
}

app.post('/hook', (req, res) => {
  // ruleid: javascript-timing-unsafe-compare
  if (req.headers['x-api-key'] !== process.env.HOOK_KEY) return res.sendStatus(401);
  // ok: javascript-timing-unsafe-compare
  if (req.headers['x-region'] !== process.env.REGION) return res.sendStatus(400);
});
