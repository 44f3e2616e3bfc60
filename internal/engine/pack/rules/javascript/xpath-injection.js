const xpath = require('xpath');

app.get('/user', (req, res) => {
  // ruleid: javascript-xpath-injection
  const a = xpath.select(`//user[@name='${req.query.name}']`, doc);
  // ok: javascript-xpath-injection
  const b = xpath.parse('//user[@name = $name]').select({ node: doc, variables: { name: req.query.name } });
  // ruleid: javascript-xpath-injection
  const c = xpath.parse("//user[@name='" + req.query.name + "']").select({ node: doc });
  // ok: javascript-xpath-injection
  const d = xpath.select(`//user[${Number(req.query.n)}]`, doc);
});
