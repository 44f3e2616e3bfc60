const _ = require('lodash');

app.post('/view', (req, res) => {
  // ruleid: javascript-prototype-pollution
  const a = _.defaultsDeep({}, req.body, defaults);
  // ruleid: javascript-prototype-pollution
  _.merge(settings, req.body);
  // ruleid: javascript-prototype-pollution
  _.set(settings, req.body.path, 1);
  // ok: javascript-prototype-pollution
  _.set(settings, 'view.page', req.body.page);
  // ok: javascript-prototype-pollution
  const b = _.merge({}, defaults, { page: 3 });
  // ok: javascript-prototype-pollution
  const c = { ...defaults, ...req.body };
  // ruleid: javascript-prototype-pollution
  views[req.body.group][req.body.name] = req.body.value;
  // ok: javascript-prototype-pollution
  views['view'][req.body.name] = req.body.value;
  // ok: javascript-prototype-pollution
  _.merge(settings, _.pick(req.body, ['page', 'size']));
});

module.exports = {
  add(req, res) {
    // ruleid: javascript-prototype-pollution
    _.merge(message, req.body.message, { id: 1 });
    // ok: javascript-prototype-pollution
    _.merge(message, { text: 'x' }, { id: 1 });
  },
};
