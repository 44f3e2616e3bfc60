const zlib = require('zlib');

app.post('/load', (req, res) => {
  // ruleid: javascript-decompression-bomb
  zlib.gunzip(req.body, (err, text) => res.json(JSON.parse(text)));
  // ok: javascript-decompression-bomb
  zlib.gunzip(req.body, { maxOutputLength: 1e6 }, (err, text) => res.json(JSON.parse(text)));
  // ruleid: javascript-decompression-bomb
  const text = zlib.inflateSync(req.files.data.data);
  // ok: javascript-decompression-bomb
  const own = zlib.inflateSync(fs.readFileSync('own.z'));
  // ruleid: javascript-decompression-bomb
  const zip = new AdmZip(req.files.data.data);
});
