window.addEventListener('message', (event) => {
  const message = JSON.parse(event.data);
  // ruleid: javascript-global-by-name
  window[message.name](message.data);
  // ok: javascript-global-by-name
  window['on' + message.name](message.data);
  // ok: javascript-global-by-name
  window.scrollTo(message.data);
});

// ruleid: javascript-global-by-name
window[location.hash.slice(1)]();

app.get('/run', (req, res) => {
  // ruleid: javascript-global-by-name
  res.json(global[req.query.fn](req.query.arg));
  // ok: javascript-global-by-name
  res.json(global.report(req.query.arg));
});
