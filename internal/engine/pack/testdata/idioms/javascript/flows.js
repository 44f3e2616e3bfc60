const express = require('express');
const { exec, execSync, spawn } = require('child_process');
const router = express.Router();
const db = require('mysql2/promise').createPool({});
router.get('/1', async ({ query: { q } }, res) => { // weak
  await db.query(`select * from t where a = '${q}'`); // finds: javascript-sql-injection
});
router.get('/2', async (req, res) => { // weak
  const { a, ...rest } = req.query;
  await db.query('select * from t where a = ' + rest.b); // finds: javascript-sql-injection
});
router.get('/3', async (req, res) => { // weak
  const [first] = req.query.list;
  await db.query('select * from t where a = ' + first); // finds: javascript-sql-injection
});
router.get('/4', async (req, res) => { // weak
  const o = Object.assign({}, req.body);
  await db.query('select * from t where a = ' + o.x); // finds: javascript-sql-injection
});
router.get('/5', async (req, res) => { // weak
  const o = { ...req.body, y: 1 };
  await db.query('select * from t where a = ' + o.x); // finds: javascript-sql-injection
});
router.get('/6', async (req, res) => { // weak
  let sql = 'select * from t where 1=1';
  for (const k of ['a', 'b']) if (req.query[k]) sql += ` and ${k} = '${req.query[k]}'`;
  await db.query(sql); // finds: javascript-sql-injection
});
router.get('/7', async (req, res) => { // weak
  const sql = ['select * from t', 'where a = ' + req.query.a].join(' ');
  await db.query(sql); // finds: javascript-sql-injection
});
router.get('/8', async (req, res) => { // weak
  const sql = 'select * from t where a = '.concat(req.query.a);
  await db.query(sql); // finds: javascript-sql-injection
});
class Repo {
  constructor(table) { this.table = table; }
  find(id) { return db.query('select * from ' + this.table + ' where id = ' + id); } // finds: javascript-sql-injection
}
router.get('/9', async (req, res) => {
  res.json(await new Repo('t').find(req.params.id));
});
router.get('/10', async (req, res) => { // weak
  const run = async cmd => exec(cmd);
  exec('ls ' + req.query.d); // finds: javascript-command-injection
});
router.get('/11', async (req, res) => { // weak
  const opts = { cmd: `ls ${req.query.d}` };
  execSync(opts.cmd); // finds: javascript-command-injection
});
router.get('/12', (req, res) => { // weak
  spawn('sh', ['-c', `ls ${req.query.d}`]); // finds: javascript-command-injection
});
router.get('/13', (req, res) => { // weak
  const d = req.query?.d ?? '.';
  exec(`ls ${d}`, (e, out) => res.json(out)); // finds: javascript-command-injection
});
router.get('/14', (req, res) => { // weak
  setTimeout(() => exec('ls ' + req.query.d), 10); // finds: javascript-command-injection
});
router.get('/15', (req, res) => { // weak
  const d = decodeURIComponent(req.params.d).trim();
  exec('ls ' + d); // finds: javascript-command-injection
});
router.get('/16', (req, res) => { // weak
  const data = JSON.parse(req.body.json);
  exec('ls ' + data.dir); // finds: javascript-command-injection
});
router.get('/17', (req, res) => { // weak
  const m = new Map();
  m.set('d', req.query.d);
  exec('ls ' + m.get('d')); // finds: javascript-command-injection
});
router.get('/18', (req, res) => { // weak
  exec(String.raw`ls ${req.query.d}`); // finds: javascript-command-injection, javascript-sql-injection
});
router.get('/19', (req, res) => { // weak
  const s = req.query.d.split('/').reverse().join('/');
  exec('ls ' + s); // finds: javascript-command-injection
});
router.get('/20', (req, res, next) => { // weak
  res.locals.dir = req.query.d;
  exec('ls ' + res.locals.dir); // finds: javascript-command-injection
});
const handler = (req, res) => { // weak
  eval('(' + req.body.e + ')'); // finds: javascript-code-injection
};
router.post('/21', handler);
router.post('/22', async function (req, res) { // weak
  const { rows } = await require('pg').Pool().query({ text: 'select * from t where a = ' + req.body.a }); // finds: javascript-sql-injection
});
router.post('/23', async (req, res) => { // weak
  await require('sequelize').sequelize.query(`select * from t where a = ${req.body.a}`); // finds: javascript-sql-injection
});
router.post('/24', async (req, res) => { // weak
  await User.findOne({ where: db.literal(`name = '${req.body.a}'`) }); // finds: javascript-sql-injection
});
router.post('/25', async (req, res) => { // weak
  const user = await User.findOne({ username: req.body.username, password: req.body.password }); // finds: javascript-nosql-injection
});
router.post('/26', async (req, res) => { // weak
  await knex('t').whereRaw(`a = '${req.body.a}'`); // finds: javascript-sql-injection
});
router.post('/27', async (req, res) => { // weak
  res.render('page', { layout: false }, null); require('fs').readFile('./x/' + req.query.f, (e, d) => res.end(d)); // finds: javascript-path-traversal
});
router.post('/28', async (req, res) => { // weak
  res.download(`./files/${req.params.name}`); // finds: javascript-path-traversal
});
router.post('/29', async (req, res) => { // weak
  const t = require('handlebars').compile(req.body.tpl); res.send(t({})); // finds: javascript-template-injection
});
router.post('/30', async (req, res) => { // weak
  const yaml = require('js-yaml'); const r = require('node-serialize').unserialize(req.cookies.p); // finds: javascript-deserialization
});
