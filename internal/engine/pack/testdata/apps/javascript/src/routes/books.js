'use strict';

const express = require('express');
const escapeHtml = require('escape-html');

const books = require('../data/books');
const pool = require('../data/pool');

const router = express.Router();

const columns = new Set(['title', 'author', 'year']);

router.get('/', async (req, res) => {
  // The statement is made in another file.
  const found = req.query.author ? await books.byAuthor(req.query.author) : await books.byTitle(req.query.title);
  res.json(found);
});

router.get('/sorted', async (req, res) => {
  const column = req.query.by;
  if (!columns.has(column)) {
    return res.sendStatus(400);
  }
  const [rows] = await pool.query('SELECT * FROM books ORDER BY ' + column); // safe: javascript-sql-injection
  res.json(rows);
});

router.get('/year/:year', async (req, res) => {
  const query = 'SELECT * FROM books WHERE year = ' + req.params.year;
  const [rows] = await pool.query(query); // finds: javascript-sql-injection
  res.json(rows);
});

router.get('/since/:year', async (req, res) => {
  const year = Number.parseInt(req.params.year, 10);
  const [rows] = await pool.query('SELECT * FROM books WHERE year > ' + year); // safe: javascript-sql-injection
  res.json(rows);
});

router.get('/missing', (req, res) => {
  res.status(404).send('<p>There is no book ' + req.query.title + '</p>'); // finds: javascript-xss
});

router.get('/gone', (req, res) => {
  res.status(410).send('<p>The book ' + escapeHtml(req.query.title) + ' is gone</p>'); // safe: javascript-xss
});

router.get('/find', (req, res) => {
  const pattern = new RegExp(req.query.pattern); // finds: javascript-regex-injection
  res.json(Array.from(columns).filter((c) => pattern.test(c)));
});

router.get('/page', (req, res) => {
  res.render('books', { title: req.query.title }); // safe: javascript-render-options
});

router.get('/page-of', (req, res) => {
  res.render('books', req.query); // finds: javascript-render-options
});

module.exports = router;
