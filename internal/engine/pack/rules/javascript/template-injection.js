const ejs = require('ejs');
const pug = require('pug');
const Handlebars = require('handlebars');
const nunjucks = require('nunjucks');
const _ = require('lodash');

app.get('/hello', (req, res) => {
  // ruleid: javascript-template-injection
  res.send(ejs.render('<p>' + req.query.name + '</p>'));
  // ok: javascript-template-injection
  res.send(ejs.render('<p><%= name %></p>', { name: req.query.name }));
  // ruleid: javascript-template-injection
  res.send(pug.render(`p ${req.query.name}`));
  // ruleid: javascript-template-injection
  const template = Handlebars.compile(req.body.template);
  // ok: javascript-template-injection
  const fixed = Handlebars.compile('{{name}}')({ name: req.body.name });
  // ruleid: javascript-template-injection
  res.send(nunjucks.renderString('Hello ' + req.query.name, {}));
  // ruleid: javascript-template-injection
  const text = _.template(req.body.text)();
});
