const libxmljs = require('libxmljs');

app.post('/import', (req, res) => {
  // ruleid: javascript-xxe
  const a = libxmljs.parseXml(req.body, { noent: true });
  // ruleid: javascript-xxe
  const b = libxmljs.parseXmlString(req.files.xml.data.toString('utf8'), { noblanks: true, noent: true });
  // ok: javascript-xxe
  const c = libxmljs.parseXml(req.body);
  // ok: javascript-xxe
  const d = libxmljs.parseXml(req.body, { noent: false });
  // ok: javascript-xxe
  const e = libxmljs.parseXml('<a/>', { noent: true });
});
