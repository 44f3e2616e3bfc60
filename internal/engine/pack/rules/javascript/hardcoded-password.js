// ruleid: javascript-hardcoded-password
const password = 'Tr0ub4dor';
// ruleid: javascript-hardcoded-password
config.apiKey = "9fd1c2a8e4";
// ruleid: javascript-hardcoded-password
service.login({ user: 'shop', password: 'hJ8kLq2Zx' });
// ruleid: javascript-hardcoded-password
request.get(url).auth('admin', 'S3same!');

// ok: javascript-hardcoded-password
const password2 = process.env.PASSWORD;
// ok: javascript-hardcoded-password
const passwordLabel = 'Your password';
// ok: javascript-hardcoded-password
form.password = 'password';
// ok: javascript-hardcoded-password
const key = 'name';
// ok: javascript-hardcoded-password
request.get(url).auth(user, secret);
// ruleid: javascript-hardcoded-password
const first = new User({ name: 'admin', password: 'hJ8kLq2Zx' });
// ok: javascript-hardcoded-password
const other = new User({ name: 'admin', password: random() });
// ruleid: javascript-hardcoded-password
module.exports = { production: { username: 'shop', password: 'tr0ub4dor', host: 'db', database: 'shop', dialect: 'mysql' } };
// ok: javascript-hardcoded-password
const settings = { username: 'shop', password: process.env.DB_PASSWORD, database: 'shop' };
// ok: javascript-hardcoded-password
const defaults = { client: 'mysql2', connection: { user: 'root', password: 'password', database: '' } };
