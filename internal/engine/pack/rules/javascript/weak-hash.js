const crypto = require('crypto');
// ruleid: javascript-weak-hash
const a = crypto.createHash('md5').update(text).digest('hex');
// ruleid: javascript-weak-hash
const b = crypto.createHash('SHA1').update(text).digest('hex');
// ok: javascript-weak-hash
const c = crypto.createHash('sha256').update(text).digest('hex');
// ruleid: javascript-weak-hash
const d = crypto.createSign('RSA-SHA1');
// ok: javascript-weak-hash
const e = crypto.createHmac('sha256', key);
// ruleid: javascript-weak-hash
const f = md5(password);
