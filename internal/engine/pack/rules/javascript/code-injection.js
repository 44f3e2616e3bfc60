const vm = require('vm');

app.post('/discount', (req, res) => {
  // ruleid: javascript-code-injection
  const rule = eval('(total) => ' + req.body.rule);
  // ruleid: javascript-code-injection
  const f = new Function('a', 'return ' + req.body.expression);
  // ruleid: javascript-code-injection
  vm.runInNewContext(req.query.code, {});
  // ruleid: javascript-code-injection
  const script = new vm.Script(req.query.code);
  // ruleid: javascript-code-injection
  const sum = mathjs.eval(req.body.formula);
  // ruleid: javascript-code-injection
  setTimeout(`go('${req.query.page}')`, 100);
  // ok: javascript-code-injection
  setTimeout(() => go(req.query.page), 100);
  // ok: javascript-code-injection
  const data = JSON.parse(req.body.rule);
  // ok: javascript-code-injection
  const n = eval('1 + ' + Number(req.query.n));
  // ok: javascript-code-injection
  vm.runInNewContext('x + 1', { x: req.query.x });
});

// ruleid: javascript-code-injection
eval(location.hash.slice(1));
