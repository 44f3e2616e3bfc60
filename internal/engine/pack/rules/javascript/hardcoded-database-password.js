// ruleid: javascript-hardcoded-database-password
const a = mysql.createPool({ host: 'db', user: 'shop', password: 'tr0ub4dor' });
// ok: javascript-hardcoded-database-password
const b = mysql.createPool({ host: 'db', user: 'shop', password: process.env.DB_PASSWORD });
// ruleid: javascript-hardcoded-database-password
const c = new Pool({ user: 'shop', password: 'tr0ub4dor' });
// ruleid: javascript-hardcoded-database-password
const d = new Sequelize('shop', 'root', 'tr0ub4dor', { dialect: 'mysql' });
// ok: javascript-hardcoded-database-password
const e = new Sequelize('shop', 'root', process.env.DB_PASSWORD, { dialect: 'mysql' });
// ok: javascript-hardcoded-database-password
const f = new Pool({ user: 'shop', password: '' });
// ruleid: javascript-hardcoded-database-password
module.exports = { production: { username: 'shop', password: 'tr0ub4dor', host: 'db', database: 'shop', dialect: 'mysql' } };
// ok: javascript-hardcoded-database-password
const settings = { username: 'shop', password: process.env.DB_PASSWORD, database: 'shop' };
// ok: javascript-hardcoded-database-password
const person = new User({ name: 'shop', password: 'tr0ub4dor' });
// ruleid: javascript-hardcoded-database-password
mongoose.connect('mongodb://shop:tr0ub4dor@db.shop.test/shop');
// ruleid: javascript-hardcoded-database-password
const g = new Pool({ connectionString: 'postgres://shop:tr0ub4dor@db/shop' });
// ok: javascript-hardcoded-database-password
mongoose.connect('mongodb://db.shop.test/shop');
// ok: javascript-hardcoded-database-password
mongoose.connect(`mongodb://shop:${process.env.DB_PASSWORD}@db.shop.test/shop`);
// ok: javascript-hardcoded-database-password
const defaults = { client: 'mysql2', connection: { user: 'root', password: 'password', database: '' } };
