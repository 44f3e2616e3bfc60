const crypto = require('crypto');
// ruleid: javascript-weak-cipher
const a = crypto.createCipheriv('des-ede3-cbc', key, iv);
// ruleid: javascript-weak-cipher
const b = crypto.createCipheriv('aes-128-ecb', key, null);
// ok: javascript-weak-cipher
const c = crypto.createCipheriv('aes-256-gcm', key, crypto.randomBytes(12));
// ruleid: javascript-weak-cipher
const d = crypto.createDecipheriv('rc4', key, '');
