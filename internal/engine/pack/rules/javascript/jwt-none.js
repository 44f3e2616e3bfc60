const jwt = require('jsonwebtoken');
// ruleid: javascript-jwt-none
const a = jwt.verify(token, '', { algorithms: ['none'] });
// ruleid: javascript-jwt-none
const b = jwt.verify(token, key, { algorithms: ['HS256', 'none'] });
// ok: javascript-jwt-none
const c = jwt.verify(token, key, { algorithms: ['HS256'] });
// ruleid: javascript-jwt-none
const d = jwt.sign(data, '', { algorithm: 'none' });
