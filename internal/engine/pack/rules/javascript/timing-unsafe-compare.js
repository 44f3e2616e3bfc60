const crypto = require('crypto');
function check(body, signature) {
  // ruleid: javascript-timing-unsafe-compare
  if (crypto.createHmac('sha256', key).update(body).digest('hex') === signature) return true;
  const expected = crypto.createHmac('sha256', key).update(body).digest();
  // ok: javascript-timing-unsafe-compare
  return expected.length === signature.length && crypto.timingSafeEqual(expected, signature);
}
