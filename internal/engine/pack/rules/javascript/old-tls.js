// ruleid: javascript-old-tls
https.createServer({ key, cert, minVersion: 'TLSv1' }, app);
// ruleid: javascript-old-tls
https.request({ host, secureProtocol: 'TLSv1_method' });
// ok: javascript-old-tls
https.createServer({ key, cert, minVersion: 'TLSv1.2' }, app);
