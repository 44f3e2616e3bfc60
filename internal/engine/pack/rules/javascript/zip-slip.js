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
