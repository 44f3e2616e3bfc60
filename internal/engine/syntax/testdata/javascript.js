'use strict';
import fs, { readFile as read } from 'fs';
const db = require('./db');

// A route.
export async function search(req, res = null, ...rest) {
  const { q, page: [first] = [1] } = req.query;
  const sql = `SELECT * FROM items WHERE name = '${q}'`;
  const rows = await db.query(sql + ' LIMIT ' + first);
  res?.json({ rows, total: rows.length, [q]: true, get size() { return 1; } });
  for (const row of rows) if (/^a+$/i.test(row)) continue; else break;
}

class Cart extends Base {
  #items = [];
  static of = (...items) => new Cart(items);
  *[Symbol.iterator]() { yield* this.#items; }
}

const element = <Item name="a" {...props}>{text}<br /></Item>;
label: while (true) { try { eval(code); } catch { break label; } finally { done(); } }
