const ldap = require('ldapjs');
const client = ldap.createClient({ url: 'ldaps://directory.test' });

app.get('/people', (req, res) => {
  // ruleid: javascript-ldap-injection
  client.search('ou=people', { filter: `(uid=${req.query.uid})`, scope: 'sub' }, () => {});
  // ok: javascript-ldap-injection
  client.search('ou=people', { filter: new ldap.EqualityFilter({ attribute: 'uid', value: req.query.uid }) }, () => {});
  const options = { filter: '(cn=' + req.query.cn + ')' };
  // ruleid: javascript-ldap-injection
  client.search('ou=people', options, () => {});
  // ok: javascript-ldap-injection
  client.search('ou=people', { filter: `(uid=${escapeFilter(req.query.uid)})` }, () => {});
  // ruleid: javascript-ldap-injection
  client.bind(`uid=${req.body.user},ou=people`, req.body.password, () => {});
  // ok: javascript-ldap-injection
  client.bind('cn=reader', process.env.LDAP_PASSWORD, () => {});
});
