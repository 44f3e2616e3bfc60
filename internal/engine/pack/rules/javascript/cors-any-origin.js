const cors = require('cors');
// ruleid: javascript-cors-any-origin
app.use(cors({ origin: true, credentials: true }));
// ruleid: javascript-cors-any-origin
app.use(cors({ credentials: true, origin: '*' }));
// ok: javascript-cors-any-origin
app.use(cors({ origin: ['https://shop.test'], credentials: true }));
// ok: javascript-cors-any-origin
app.use(cors({ origin: '*' }));
