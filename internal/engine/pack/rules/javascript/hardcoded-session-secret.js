const session = require('express-session');
const cookieParser = require('cookie-parser');
// ruleid: javascript-hardcoded-session-secret
app.use(session({ secret: 'keyboard cat', resave: false }));
// ok: javascript-hardcoded-session-secret
app.use(session({ secret: process.env.SESSION_SECRET, resave: false }));
// ruleid: javascript-hardcoded-session-secret
app.use(cookieParser('keyboard cat'));
// ok: javascript-hardcoded-session-secret
app.use(cookieParser());
// ruleid: javascript-hardcoded-session-secret
app.use(session({ secret: process.env.SESSION_SECRET || 'keyboard cat', resave: false }));
