const crypto = require('crypto');
// ruleid: javascript-weak-rsa-key
crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
// ok: javascript-weak-rsa-key
crypto.generateKeyPairSync('rsa', { modulusLength: 3072 });
// ruleid: javascript-weak-rsa-key
crypto.createDiffieHellman(512);
