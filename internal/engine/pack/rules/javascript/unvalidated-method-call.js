const actions = { play(data) {}, pause(data) {} };

app.post('/player/:action', (req, res) => {
  // ruleid: javascript-unvalidated-method-call
  actions[req.params.action](req.body);
  const action = actions[req.params.action];
  // ruleid: javascript-unvalidated-method-call
  action(req.body);
  if (!Object.hasOwn(actions, req.params.action)) {
    return res.sendStatus(404);
  }
  // ok: javascript-unvalidated-method-call
  actions[req.params.action](req.body);
  res.end();
});

app.post('/tape/:action', (req, res) => {
  const action = actions[req.params.action];
  if (typeof action !== 'function') {
    return res.sendStatus(404);
  }
  // ok: javascript-unvalidated-method-call
  action(req.body);
  if (typeof actions[req.params.action] === 'function') {
    // ok: javascript-unvalidated-method-call
    actions[req.params.action](req.body);
  }
});

window.addEventListener('message', (event) => {
  const { name, data } = JSON.parse(event.data);
  // ruleid: javascript-unvalidated-method-call
  handlers[name](data);
  // ok: javascript-unvalidated-method-call
  handlers.show(data);
  // ok: javascript-unvalidated-method-call
  list[0](data);
});
