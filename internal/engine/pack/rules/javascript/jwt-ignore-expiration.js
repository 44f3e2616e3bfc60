const jwt = require('jsonwebtoken');
// ruleid: javascript-jwt-ignore-expiration
jwt.verify(token, key, { algorithms: ['HS256'], ignoreExpiration: true });
// ok: javascript-jwt-ignore-expiration
jwt.verify(token, key, { algorithms: ['HS256'] });
// ok: javascript-jwt-ignore-expiration
jwt.verify(token, key, { algorithms: ['HS256'], ignoreExpiration: false });
