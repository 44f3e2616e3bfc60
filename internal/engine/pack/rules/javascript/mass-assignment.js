app.post('/users', async (req, res) => {
  // ruleid: javascript-mass-assignment
  await User.create(req.body);
  // ruleid: javascript-mass-assignment
  const user = new User(req.body);
  // ruleid: javascript-mass-assignment
  await User.findByIdAndUpdate(req.params.id, req.body);
  // ruleid: javascript-mass-assignment
  await prisma.user.create({ data: req.body });
  // ok: javascript-mass-assignment
  await User.create({ name: req.body.name, email: req.body.email });
  // ok: javascript-mass-assignment
  await User.create(_.pick(req.body, ['name', 'email']));
  // ok: javascript-mass-assignment
  const params = new URLSearchParams(req.body);
});

app.put('/me', async (req, res) => {
  const user = await User.findById(req.session.id);
  // ruleid: javascript-mass-assignment
  Object.assign(user, req.body);
  await user.save();
  // ok: javascript-mass-assignment
  Object.assign(user, { name: String(req.body.name) });
  await user.save();
});
