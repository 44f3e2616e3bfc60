const crypto = require('crypto');
const bcrypt = require('bcrypt');
// ruleid: javascript-weak-password-hash
crypto.pbkdf2Sync(password, salt, 1000, 32, 'sha256');
// ok: javascript-weak-password-hash
crypto.pbkdf2Sync(password, salt, 600000, 32, 'sha256');
// ruleid: javascript-weak-password-hash
bcrypt.hashSync(password, 4);
// ok: javascript-weak-password-hash
bcrypt.hashSync(password, 12);
// ruleid: javascript-weak-password-hash
crypto.createHash('sha256').update(req.body.password).digest('hex');
// ruleid: javascript-weak-password-hash
crypto.createHash('sha512').update(salt + user.password).digest('hex');
// ok: javascript-weak-password-hash
crypto.createHash('sha256').update(file).digest('hex');
// ok: javascript-weak-password-hash
crypto.scryptSync(password, salt, 32);
