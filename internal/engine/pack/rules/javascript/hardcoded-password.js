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
