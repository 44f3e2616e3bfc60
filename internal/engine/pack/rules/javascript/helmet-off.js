const helmet = require('helmet');
// ruleid: javascript-helmet-off
app.use(helmet({ contentSecurityPolicy: false }));
// ok: javascript-helmet-off
app.use(helmet());
