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
