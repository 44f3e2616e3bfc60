const serialize = require('node-serialize');
const yaml = require('js-yaml');
const v8 = require('v8');

app.post('/cart', (req, res) => {
  // ruleid: javascript-deserialization
  const cart = serialize.unserialize(req.cookies.cart);
  const text = Buffer.from(req.cookies.profile, 'base64').toString();
  // ruleid: javascript-deserialization
  const profile = serialize.unserialize(text);
  // ruleid: javascript-deserialization
  const a = yaml.load(req.body.text, { schema: yaml.DEFAULT_FULL_SCHEMA });
  // ok: javascript-deserialization
  const b = yaml.load(req.body.text);
  // ok: javascript-deserialization
  const c = JSON.parse(req.cookies.cart);
  // ruleid: javascript-deserialization
  const d = v8.deserialize(req.body);
  // ok: javascript-deserialization
  const e = serialize.unserialize(CONSTANT);
});
