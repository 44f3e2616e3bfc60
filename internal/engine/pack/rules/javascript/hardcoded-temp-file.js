const fs = require('fs');
const os = require('os');
const path = require('path');
// ruleid: javascript-hardcoded-temp-file
fs.writeFileSync('/tmp/report.txt', text);
// ruleid: javascript-hardcoded-temp-file
fs.writeFileSync(path.join(os.tmpdir(), 'report.txt'), text);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-'));
// ok: javascript-hardcoded-temp-file
fs.writeFileSync(path.join(folder, 'report.txt'), text);
// ok: javascript-hardcoded-temp-file
fs.writeFileSync('/var/lib/shop/report.txt', text);
