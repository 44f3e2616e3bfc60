const crypto = require('crypto');
// ruleid: javascript-static-iv
const a = crypto.createCipheriv('aes-256-cbc', key, '0123456789abcdef');
// ruleid: javascript-static-iv
const b = crypto.createCipheriv('aes-256-gcm', key, Buffer.alloc(12));
// ruleid: javascript-static-iv
const c = crypto.createCipheriv('aes-256-cbc', key, Buffer.from('00112233445566778899aabbccddeeff', 'hex'));
// ok: javascript-static-iv
const d = crypto.createCipheriv('aes-256-gcm', key, crypto.randomBytes(12));
// ok: javascript-static-iv
const e = crypto.createCipheriv('aes-256-gcm', key, iv);

function sealed(text) {
  const zeros = Buffer.alloc(16);
  // ruleid: javascript-static-iv
  return crypto.createCipheriv('aes-256-cbc', key, zeros).update(text);
}

function sealedWell(text) {
  const filled = Buffer.alloc(16);
  crypto.randomFillSync(filled);
  // ok: javascript-static-iv
  return crypto.createCipheriv('aes-256-cbc', key, filled).update(text);
}
