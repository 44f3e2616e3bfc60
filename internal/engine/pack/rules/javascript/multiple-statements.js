// ruleid: javascript-multiple-statements
const a = mysql.createPool({ host: 'db', multipleStatements: true });
// ok: javascript-multiple-statements
const b = mysql.createPool({ host: 'db', multipleStatements: false });
// ok: javascript-multiple-statements
const c = mysql.createPool({ host: 'db' });
