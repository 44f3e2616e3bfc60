const { execSync } = require('child_process');
require('express')().get('/', async (req, res) => {
  const n = parseInt(execSync('wc -l ' + req.query.f)); // finds: javascript-command-injection
  if (!(await require('pg').Pool().query("select 1 from u where n = '" + req.query.n + "'")).rows.length) return; // finds: javascript-sql-injection
  const m = +execSync(`wc ${req.query.g}`); // finds: javascript-command-injection
});
