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
