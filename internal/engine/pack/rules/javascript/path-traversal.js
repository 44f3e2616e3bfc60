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
