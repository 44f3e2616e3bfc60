// ruleid: javascript-session-cookie-no-httponly
res.cookie('token', token);
// ruleid: javascript-session-cookie-no-httponly
res.cookie('session_id', id, { maxAge: 1000 });
// ok: javascript-session-cookie-no-httponly
res.cookie('token', token, { httpOnly: true, secure: true });
// ok: javascript-session-cookie-no-httponly
res.cookie('language', 'en');
// ok: javascript-session-cookie-no-httponly
res.cookie('XSRF-TOKEN', token);
// ok: javascript-session-cookie-no-httponly
res.cookie('token', token, { ...defaults, maxAge: 10 });
