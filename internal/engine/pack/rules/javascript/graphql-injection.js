app.get('/repo', async (req, res) => {
  // ruleid: javascript-graphql-injection
  await kit.graphql(`query { repository(name: "${req.query.name}") { id } }`);
  // ok: javascript-graphql-injection
  await kit.graphql('query ($name: String!) { repository(name: $name) { id } }');
  // ruleid: javascript-graphql-injection
  await kit.request('POST /graphql', { query: `{ user(id: "${req.params.id}") { name } }` });
  // ok: javascript-graphql-injection
  await kit.request('POST /graphql', { query: QUERY, variables: { id: req.params.id } });
});

app.post('/graphql', async (req, res) => {
  const { query, variables } = req.body;
  // ok: javascript-graphql-injection
  res.json(await graphql({ schema, source: query, variableValues: variables }));
  // ok: javascript-graphql-injection
  res.json(await graphql({ schema, source: req.body.query }));
  // ruleid: javascript-graphql-injection
  res.json(await graphql({ schema, source: `{ ship(name: "${req.body.name}") { id } }` }));
});
