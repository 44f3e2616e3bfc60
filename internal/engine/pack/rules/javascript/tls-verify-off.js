const https = require('https');
// ruleid: javascript-tls-verify-off
const a = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
// ok: javascript-tls-verify-off
const b = new https.Agent({ keepAlive: true, rejectUnauthorized: true });
// ruleid: javascript-tls-verify-off
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
// ruleid: javascript-tls-verify-off
request({ url, strictSSL: false }, done);
// ok: javascript-tls-verify-off
const c = new https.Agent({ ca });

function agent(settings) {
  if (settings.ignoreCertificates) {
    // ok: javascript-tls-verify-off
    return new https.Agent({ rejectUnauthorized: false });
  }
  // ok: javascript-tls-verify-off
  return settings.skipVerification ? new https.Agent({ rejectUnauthorized: false }) : new https.Agent();
}

function always(settings) {
  if (settings.proxy) {
    // ruleid: javascript-tls-verify-off
    return new https.Agent({ rejectUnauthorized: false });
  }
}

// ruleid: javascript-tls-verify-off
const pool = new Pool({ ssl: process.env.NODE_ENV === 'production' ? { rejectUnauthorized: false } : false });
// ruleid: javascript-tls-verify-off
const other = new Pool({ ssl: isLocal ? false : { rejectUnauthorized: false } });
