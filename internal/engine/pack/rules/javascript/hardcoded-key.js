const crypto = require('crypto');
// ruleid: javascript-hardcoded-key
const a = crypto.createCipheriv('aes-256-gcm', 'Zk3vQ9tXw2LmP7sRf8BnJ4yHc6DgT1aE', iv);
// ruleid: javascript-hardcoded-key
const b = crypto.createHmac('sha256', 'pa4qacea4VK9t9nGv7yZtwmj').update(text).digest('hex');
// ok: javascript-hardcoded-key
const c = crypto.createHmac('sha256', process.env.KEY).update(text).digest('hex');
// ok: javascript-hardcoded-key
const d = crypto.createCipheriv('aes-256-gcm', key, iv);
