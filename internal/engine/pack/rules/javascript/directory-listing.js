const serveIndex = require('serve-index');
// ruleid: javascript-directory-listing
app.use('/files', serveIndex('files', { icons: true }));
// ok: javascript-directory-listing
app.use('/files', express.static('files'));
const listing = require('serve-index');
// ruleid: javascript-directory-listing
app.use('/logs', listing('logs'));
// ruleid: javascript-directory-listing
fastify.register(require('@fastify/static'), { root: folder, list: true });
// ok: javascript-directory-listing
fastify.register(require('@fastify/static'), { root: folder });
