const fs = require('fs');
// ruleid: javascript-world-writable
fs.chmodSync(file, 0o777);
// ruleid: javascript-world-writable
fs.chmod(file, '666', done);
// ok: javascript-world-writable
fs.chmodSync(file, 0o600);
// ok: javascript-world-writable
fs.chmodSync(file, 0o755);
