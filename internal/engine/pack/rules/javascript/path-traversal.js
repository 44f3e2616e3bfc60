const fs = require('fs');
const path = require('path');
const { readFile } = require('fs/promises');

app.get('/file', async (req, res) => {
  const file = path.join(root, req.query.name);
  // ruleid: javascript-path-traversal
  fs.readFile(file, (err, data) => res.send(data));
  // ruleid: javascript-path-traversal
  const text = await readFile('/data/' + req.params.name);
  // ruleid: javascript-path-traversal
  fs.createReadStream(`./files/${req.params.name}`).pipe(res);
  // ruleid: javascript-path-traversal
  res.sendFile(path.join(__dirname, req.query.page));
  // ok: javascript-path-traversal
  res.sendFile(req.query.page, { root: '/srv/pages' });
  // ruleid: javascript-path-traversal
  await fs.promises.unlink(req.body.path);
  // ruleid: javascript-path-traversal
  const plugin = require('./plugins/' + req.query.plugin);
  // ok: javascript-path-traversal
  fs.readFile(path.join(root, path.basename(req.query.name)), () => {});
  const safe = path.resolve(root, req.query.name);
  if (!safe.startsWith(root + path.sep)) {
    return res.sendStatus(400);
  }
  // ok: javascript-path-traversal
  fs.readFile(safe, () => {});
  // ok: javascript-path-traversal
  fs.readFile(req.file.path, () => {});
  // ruleid: javascript-path-traversal
  fs.writeFile('uploads/' + req.file.originalname, req.file.buffer, () => {});
  // ok: javascript-path-traversal
  fs.writeFile('/var/log/last', req.body.text, () => {});
  // ok: javascript-path-traversal
  fs.readFile(path.join(root, `${parseInt(req.query.id, 10)}.txt`), () => {});
});

app.get('/checked', (req, res) => {
  const name = req.query.name;
  if (name.includes('..')) {
    // ruleid: javascript-path-traversal
    fs.readFile(name, () => {});
    return;
  }
  // ok: javascript-path-traversal
  fs.readFile(name, () => {});
});

app.get('/told', (req, res) => {
  const file = path.resolve(root, req.query.name);
  if (!file.startsWith(root)) {
    console.log('outside');
  }
  // ruleid: javascript-path-traversal
  fs.readFile(file, () => {});
});

function inFolder(file) {
  return file.startsWith(root + path.sep);
}

app.get('/asked', (req, res) => {
  const file = path.resolve(root, req.query.name);
  const fine = inFolder(file);
  if (!fine) return res.sendStatus(400);
  // ok: javascript-path-traversal
  fs.readFile(file, () => {});
});
