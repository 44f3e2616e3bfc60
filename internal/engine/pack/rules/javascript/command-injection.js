const { exec, execFile, spawn } = require('child_process');
const cp = require('node:child_process');
const util = require('util');
const execAsync = util.promisify(exec);

app.post('/resize', async (req, res) => {
  const { name, width } = req.body;
  // ruleid: javascript-command-injection
  exec(`convert ${name} -resize ${width}`, (err) => res.end());
  // ok: javascript-command-injection
  execFile('convert', [name, '-resize', width], (err) => res.end());
  // ok: javascript-command-injection
  exec(`convert a.png -resize ${Number(width)}`, (err) => res.end());
  // ruleid: javascript-command-injection
  const out = cp.execSync('ping -c 1 ' + req.query.host);
  // ruleid: javascript-command-injection
  spawn('sh', ['-c', 'ls ' + req.query.dir]);
  // ruleid: javascript-command-injection
  spawn('ls', [req.query.dir], { shell: true });
  // ok: javascript-command-injection
  spawn('ls', [req.query.dir]);
  // ruleid: javascript-command-injection
  await execAsync(`git log ${req.params.ref}`);
  if (!/^[a-z0-9]+$/.test(name)) {
    return res.status(400).end();
  }
  // ok: javascript-command-injection
  exec(`convert ${name}`, (err) => res.end());
});

class Tools {
  run(command) {
    // ruleid: javascript-command-injection
    return cp.exec(command);
  }

  handle(req, res) {
    this.run('nslookup ' + req.query.host);
  }
}

app.post('/images', (req, res) => {
  const link = /(http.*)/;
  if (typeof req.body.text === 'string' && req.body.text.match(link)) {
    const url = req.body.text.match(link)[1];
    // ruleid: javascript-command-injection
    exec('identify ' + url);
  }
});
app.post('/names', (req, res) => {
  const name = /^[a-z]+$/;
  if (req.body.name.match(name)) {
    // ok: javascript-command-injection
    exec('identify ' + req.body.name);
  }
});
