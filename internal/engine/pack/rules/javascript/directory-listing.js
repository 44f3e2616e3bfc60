const serveIndex = require('serve-index');
// ruleid: javascript-directory-listing
app.use('/files', serveIndex('files', { icons: true }));
// ok: javascript-directory-listing
app.use('/files', express.static('files'));
