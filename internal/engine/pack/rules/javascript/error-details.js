app.use((err, req, res, next) => {
  // ruleid: javascript-error-details
  res.status(500).send(err.stack);
  // ruleid: javascript-error-details
  res.json({ message: err.message, stack: err.stack });
  // ok: javascript-error-details
  res.status(500).json({ error: 'failed' });
  // ok: javascript-error-details
  console.error(err.stack);
});
