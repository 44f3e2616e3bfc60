app.get('/noise', (req, res) => {
  const size = parseInt(req.query.size, 10);
  // ruleid: javascript-resource-exhaustion
  const buffer = Buffer.alloc(size);
  // ok: javascript-resource-exhaustion
  const small = Buffer.alloc(Math.min(size, 1024));
  // ruleid: javascript-resource-exhaustion
  res.send('x'.repeat(req.query.count));
  // ruleid: javascript-resource-exhaustion
  setTimeout(() => res.end(), Number(req.query.delay));
  // ok: javascript-resource-exhaustion
  setTimeout(() => res.end(req.query.text), 100);
});

app.get('/rows', (req, res) => {
  const count = Number(req.query.count);
  if (count > 100) {
    return res.sendStatus(400);
  }
  // ok: javascript-resource-exhaustion
  res.json(new Array(count).fill(0));
});
