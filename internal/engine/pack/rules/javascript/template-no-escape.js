const nunjucks = require('nunjucks');
const Handlebars = require('handlebars');
// ruleid: javascript-template-no-escape
nunjucks.configure('views', { autoescape: false, express: app });
// ok: javascript-template-no-escape
nunjucks.configure('views', { autoescape: true, express: app });
// ruleid: javascript-template-no-escape
const a = Handlebars.compile(text, { noEscape: true });
// ok: javascript-template-no-escape
const b = Handlebars.compile(text);
