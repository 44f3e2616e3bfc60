const jwt = require('jsonwebtoken');
const KEY = 'my-very-own-key';
// ruleid: javascript-jwt-hardcoded-secret
const a = jwt.sign({ id }, 'shhhhh');
// ruleid: javascript-jwt-hardcoded-secret
const b = jwt.sign({ id }, KEY, { expiresIn: '1h' });
// ok: javascript-jwt-hardcoded-secret
const c = jwt.sign({ id }, process.env.TOKEN_KEY);
// ruleid: javascript-jwt-hardcoded-secret
const d = jwt.verify(token, 'shhhhh');
// ok: javascript-jwt-hardcoded-secret
const e = jwt.verify(token, key);
const SET = process.env.TOKEN_KEY || 'my-very-own-key';
// ruleid: javascript-jwt-hardcoded-secret
const f = jwt.sign({ id }, SET);
// ruleid: javascript-jwt-hardcoded-secret
const g = jwt.verify(token, process.env.TOKEN_KEY || 'my-very-own-key');
// ok: javascript-jwt-hardcoded-secret
const h = jwt.verify(token, process.env.TOKEN_KEY || settings.tokenKey);
