app.post('/forgot', async (req, res) => {
  const token = await newToken(req.body.email);
  // ruleid: javascript-host-header-in-mail
  await transport.sendMail({ to: req.body.email, text: `https://${req.headers.host}/reset/${token}` });
  // ok: javascript-host-header-in-mail
  await transport.sendMail({ to: req.body.email, text: `${process.env.SITE_URL}/reset/${token}` });
  const link = 'http://' + req.get('host') + '/reset/' + token;
  const mail = { to: req.body.email, html: `<a href="${link}">new password</a>` };
  // ruleid: javascript-host-header-in-mail
  await transport.sendMail(mail);
});
