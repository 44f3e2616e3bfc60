// ruleid: javascript-hardcoded-password-check
if (user === 'admin' && password === 'S3cret!42') login();
// ruleid: javascript-hardcoded-password-check
if (req.body.password == 'S3cret!42') login();
// ok: javascript-hardcoded-password-check
if (await bcrypt.compare(password, hash)) login();
// ok: javascript-hardcoded-password-check
if (password === '') fail();
// ok: javascript-hardcoded-password-check
if (input.type === 'password') hide();
