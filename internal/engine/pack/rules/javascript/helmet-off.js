const helmet = require('helmet');
// ruleid: javascript-helmet-off
app.use(helmet({ contentSecurityPolicy: false }));
// ok: javascript-helmet-off
app.use(helmet());
// ruleid: javascript-helmet-off
app.use(helmet({ hsts: false, referrerPolicy: { policy: 'no-referrer' } }));
// ok: javascript-helmet-off
app.use(helmet({ contentSecurityPolicy: { directives: { defaultSrc: ["'self'"] } } }));
