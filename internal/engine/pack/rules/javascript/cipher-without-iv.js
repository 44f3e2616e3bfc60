const crypto = require('crypto');
// ruleid: javascript-cipher-without-iv
const a = crypto.createCipher('aes-256-cbc', password);
// ok: javascript-cipher-without-iv
const b = crypto.createCipheriv('aes-256-gcm', key, crypto.randomBytes(12));
// ruleid: javascript-cipher-without-iv
const c = crypto.createDecipher('aes-256-cbc', password);
// ok: javascript-cipher-without-iv
const d = crypto.createDecipheriv('aes-256-gcm', key, iv);
