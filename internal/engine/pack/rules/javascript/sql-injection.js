const express = require('express');
const app = express();

app.get('/a', async (req, res) => {
  const sql = "SELECT * FROM t WHERE c = '" + req.query.c + "'";
  // ruleid: javascript-sql-injection
  const [rows] = await pool.query(sql);
  // ok: javascript-sql-injection
  await pool.query('SELECT * FROM t WHERE c = ?', [req.query.c]);
  // ok: javascript-sql-injection
  await pool.query({ text: 'SELECT * FROM t WHERE c = $1', values: [req.query.c] });
  // ruleid: javascript-sql-injection
  await pool.query({ text: `SELECT * FROM t WHERE c = ${req.query.c}` });
  const id = parseInt(req.params.id, 10);
  // ok: javascript-sql-injection
  await pool.query(`SELECT * FROM t WHERE id = ${id}`);
  const { name } = req.body;
  // ruleid: javascript-sql-injection
  await sequelize.query(`SELECT * FROM users WHERE name = '${name}'`, { type: 'SELECT' });
  // ok: javascript-sql-injection
  await sequelize.query('SELECT * FROM users WHERE name = :name', { replacements: { name } });
  // ruleid: javascript-sql-injection
  await knex('users').whereRaw(`name = '${name}'`);
  // ok: javascript-sql-injection
  await knex('users').whereRaw('name = ?', [name]);
  // ok: javascript-sql-injection
  await knex('users').where({ name });
  // ruleid: javascript-sql-injection
  await prisma.$queryRawUnsafe('SELECT * FROM users WHERE name = ' + name);
  // ok: javascript-sql-injection
  await prisma.$queryRaw`SELECT * FROM users WHERE name = ${name}`;
  // ruleid: javascript-sql-injection
  await repo.createQueryBuilder('u').where("u.name = '" + name + "'").getOne();
  // ok: javascript-sql-injection
  await repo.createQueryBuilder('u').where('u.name = :name', { name }).getOne();
  // ruleid: javascript-sql-injection
  db.all(`SELECT * FROM users WHERE name = '${name}'`, (err, rows) => res.json(rows));
  // ok: javascript-sql-injection
  await pool.query('SELECT * FROM t WHERE c = ' + mysql.escape(name));
  const order = ['name', 'age'].includes(req.query.order) ? 'name' : 'age';
  // ok: javascript-sql-injection
  await pool.query(`SELECT * FROM t ORDER BY ${order}`);
});

const columns = new Map([['name', 'name'], ['age', 'born DESC']]);

app.get('/ordered', async (req, res) => {
  const column = columns.get(req.query.order);
  // ok: javascript-sql-injection
  res.json(await pool.query('SELECT * FROM users ORDER BY ' + column));
});

router.get('/koa', async (ctx) => {
  // ruleid: javascript-sql-injection
  ctx.body = await db.query('SELECT * FROM t WHERE n = ' + ctx.request.query.n);
});

const find = ({ body }, res) => {
  const where = `name = '${body.name}'`;
  // ruleid: javascript-sql-injection
  connection.query('SELECT * FROM t WHERE ' + where, (err, rows) => res.json(rows));
};

function byName(name) {
  // ruleid: javascript-sql-injection
  return db.query("SELECT * FROM t WHERE n = '" + name + "'");
}

app.get('/indirect', async (req, res) => {
  const { query } = req;
  res.json(await byName(query.name));
  const { params: { id } } = req;
  // ruleid: javascript-sql-injection
  await db.query('SELECT * FROM t WHERE id = ' + id);
});

app.post('/tool', async (req, res) => {
  // ok: javascript-sql-injection
  res.json(await toolRegistry.execute(req.body.name, req.body.arguments));
  // ok: javascript-sql-injection
  res.json(await this.createUserUseCase.execute(req.body.name));
  // ruleid: javascript-sql-injection
  res.json(await client.execute(req.body.statement));
});

class Tools {
  async root(req) {
    // ok: javascript-sql-injection
    return await this.execute(req.body.name, req.body.input);
  }
}

app.get('/transfer/:token', async (req, res) => {
  // ok: javascript-sql-injection
  const kept = await db.get(`transfer:${req.params.token}`);
  // ruleid: javascript-sql-injection
  const row = await db.get(`SELECT * FROM transfer WHERE token = '${req.params.token}'`);
});
