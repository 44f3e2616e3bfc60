app.get('/users', async (req, res) => {
  // ruleid: javascript-nosql-where
  await users.find({ $where: 'this.name == "' + req.query.name + '"' });
  // ruleid: javascript-nosql-where
  await User.$where(`this.age > ${req.query.age}`);
  // ok: javascript-nosql-where
  await users.find({ $where: 'this.a == this.b' });
  // ok: javascript-nosql-where
  await users.find({ $where: `this.age > ${Number(req.query.age)}` });
});
