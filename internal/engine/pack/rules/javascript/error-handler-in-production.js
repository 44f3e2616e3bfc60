const errorhandler = require('errorhandler');
// ruleid: javascript-error-handler-in-production
app.use(errorhandler());
if (process.env.NODE_ENV === 'development') {
  // ok: javascript-error-handler-in-production
  app.use(errorhandler());
}
