const errorhandler = require('errorhandler');
// ruleid: javascript-error-handler-in-production
app.use(errorhandler());
if (process.env.NODE_ENV === 'development') {
  // ok: javascript-error-handler-in-production
  app.use(errorhandler());
}
if (app.get('env') === 'development') {
  // ok: javascript-error-handler-in-production
  app.use(errorhandler({ log: false }));
}
// ruleid: javascript-error-handler-in-production
server.use(errorhandler({ log: true }));
// ok: javascript-error-handler-in-production
app.use(ownErrors());
