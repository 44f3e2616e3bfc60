app.post('/login', (req, res) => {
  // ruleid: javascript-log-injection
  console.log('login of ' + req.body.user);
  // ruleid: javascript-log-injection
  logger.info(`login of ${req.body.user}`);
  // ok: javascript-log-injection
  logger.info({ user: req.body.user }, 'login');
  // ok: javascript-log-injection
  console.log('login of %j', req.body.user);
  // ok: javascript-log-injection
  logger.info(`login of ${JSON.stringify(req.body.user)}`);
  // ok: javascript-log-injection
  logger.info('login of ' + req.body.user.replace(/[\r\n]/g, ''));
  // ok: javascript-log-injection
  logger.info(`page ${Number(req.query.page)}`);
});
