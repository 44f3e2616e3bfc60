'use strict';

const pool = require('./pool');

async function byTitle(title) {
  const [rows] = await pool.query(`SELECT * FROM books WHERE title LIKE '%${title}%'`); // finds: javascript-sql-injection
  return rows;
}

async function byAuthor(author) {
  const [rows] = await pool.query('SELECT * FROM books WHERE author = ?', [author]); // safe: javascript-sql-injection
  return rows;
}

module.exports = { byTitle, byAuthor };
