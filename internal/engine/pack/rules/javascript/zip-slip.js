const unzipper = require('unzipper');
const fs = require('fs');
const path = require('path');

fs.createReadStream('a.zip')
  .pipe(unzipper.Parse())
  .on('entry', (entry) => {
    // ruleid: javascript-zip-slip
    entry.pipe(fs.createWriteStream(path.join('out', entry.path)));
  });

function careful(entry) {
  const file = path.resolve(folder, entry.path);
  if (!file.startsWith(folder + path.sep)) {
    throw new Error('bad archive');
  }
  // ok: javascript-zip-slip
  entry.pipe(fs.createWriteStream(file));
  // ok: javascript-zip-slip
  entry.pipe(fs.createWriteStream(path.join(folder, path.basename(entry.path))));
}

const AdmZip = require('adm-zip');

new AdmZip('a.zip').getEntries().forEach((entry) => {
  const target = `out/${entry.entryName}`;
  // ruleid: javascript-zip-slip
  fs.writeFileSync(target, entry.getData());
});

const yauzl = require('yauzl');

yauzl.open('a.zip', (err, zip) => {
  zip.on('entry', (entry) => {
    // ruleid: javascript-zip-slip
    const out = fs.createWriteStream(path.join('out', entry.fileName));
    if (entry.fileName.includes('..')) return;
    // ok: javascript-zip-slip
    fs.createWriteStream(path.join('out', entry.fileName));
  });
});

async function copyFolder(from, to) {
  for (const entry of await fs.promises.readdir(from, { withFileTypes: true })) {
    // ok: javascript-zip-slip
    await fs.promises.writeFile(path.join(to, entry.name), '');
  }
  const entries = fs.readdirSync(from, { withFileTypes: true });
  for (const entry of entries) {
    // ok: javascript-zip-slip
    fs.mkdirSync(path.join(to, entry.name));
  }
  for (const entry of new AdmZip('a.zip').getEntries()) {
    // ruleid: javascript-zip-slip
    fs.mkdirSync(path.join(to, entry.entryName));
  }
}
