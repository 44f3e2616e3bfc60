app.post('/login', async (req, res) => {
  // ruleid: javascript-nosql-injection
  const a = await accounts().findOne({ email: req.body.email, active: true });
  // ruleid: javascript-nosql-injection
  const b = await User.find(req.body);
  // ok: javascript-nosql-injection
  const c = await accounts().findOne({ email: String(req.body.email) });
  // ruleid: javascript-nosql-injection
  await User.updateOne({ name: req.body.name }, { $set: { seen: true } });
  const { token } = req.body;
  // ruleid: javascript-nosql-injection
  await Session.findOne({ token });
  // ok: javascript-nosql-injection
  const d = await User.findOne({ age: Number(req.query.age) });
  if (typeof token !== 'string') {
    return res.sendStatus(400);
  }
  // ok: javascript-nosql-injection
  await Session.findOne({ token });
  // ok: javascript-nosql-injection
  const e = names.find((name) => name === req.query.name);
  // ok: javascript-nosql-injection
  const f = await Model.findOne({ where: { id: req.params.id } });
});

app.delete('/services/:id', async (req, res) => {
  // ok: javascript-nosql-injection
  await itemsService.deleteMany(req.body.keys);
  // ok: javascript-nosql-injection
  await this.userService.updateOne(req.params.id, req.body);
  // ok: javascript-nosql-injection
  await Account.deleteOne({ _id: req.params.id });
  // ruleid: javascript-nosql-injection
  await Account.deleteOne({ _id: req.body.id });
});

app.post('/sailors', async (req, res) => {
  const sailor = sailorSchema.parse(req.body);
  // ok: javascript-nosql-injection
  res.json(await Sailor.findOne({ name: sailor.name }));
  // ruleid: javascript-nosql-injection
  res.json(await Sailor.findOne({ name: req.body.name }));
});
