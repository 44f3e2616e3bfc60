const cors = require('cors');
// ruleid: javascript-cors-any-origin
app.use(cors({ origin: true, credentials: true }));
// ruleid: javascript-cors-any-origin
app.use(cors({ credentials: true, origin: '*' }));
// ok: javascript-cors-any-origin
app.use(cors({ origin: ['https://shop.test'], credentials: true }));
// ok: javascript-cors-any-origin
app.use(cors({ origin: '*' }));
// ruleid: javascript-cors-any-origin
app.use(cors({ origin: (origin, done) => done(null, true), credentials: true }));
// ruleid: javascript-cors-any-origin
app.use(cors({ credentials: true, origin: function (origin, done) { done(null, true); } }));
// ok: javascript-cors-any-origin
app.use(cors({ origin: (origin, done) => done(null, PARTNERS.has(origin)), credentials: true }));
