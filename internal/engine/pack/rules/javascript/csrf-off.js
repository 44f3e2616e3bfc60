// ruleid: javascript-csrf-off
app.use(lusca({ csrf: false, xframe: 'DENY' }));
// ok: javascript-csrf-off
app.use(lusca({ csrf: true, xframe: 'DENY' }));
// ruleid: javascript-csrf-off
app.use(csurf({ cookie: true, ignoreMethods: ['GET', 'POST'] }));
// ok: javascript-csrf-off
app.use(csurf({ cookie: true, ignoreMethods: ['GET', 'HEAD'] }));
