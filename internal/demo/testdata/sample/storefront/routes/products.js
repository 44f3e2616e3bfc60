'use strict';

const express = require('express');
const mysql = require('mysql2/promise');
const _ = require('lodash');

const router = express.Router();

const pool = mysql.createPool({
  host: process.env.DB_HOST,
  user: process.env.DB_USER,
  password: process.env.DB_PASSWORD,
  database: 'shop',
  connectionLimit: 10,
});

const defaults = { currency: 'EUR', pageSize: 24 };

router.get('/', async (req, res, next) => {
  try {
    const category = req.query.category;
    const sql = "SELECT id, name, price FROM products WHERE category = '" + category + "'";
    const [rows] = await pool.query(sql);
    res.json(rows);
  } catch (err) {
    next(err);
  }
});

router.get('/search', (req, res) => {
  const q = req.query.q;
  res.send(`<h1>Results for ${q}</h1><p>We are looking in all departments.</p>`);
});

router.get('/suggest', (req, res) => {
  const q = String(req.query.q || '');
  res.render('suggest', { text: _.escape(q) });
});

router.post('/view', (req, res) => {
  const settings = _.defaultsDeep({}, req.body, defaults);
  res.json({ pageSize: settings.pageSize });
});

router.get('/filter', (req, res) => {
  const pattern = new RegExp(req.query.match);
  const names = ['kettle', 'lamp', 'shelf', 'table'];
  res.json(names.filter((name) => pattern.test(name)));
});

router.get('/prefix', (req, res) => {
  const prefix = String(req.query.match || '');
  const names = ['kettle', 'lamp', 'shelf', 'table'];
  res.json(names.filter((name) => name.startsWith(prefix)));
});

router.get('/:id', async (req, res, next) => {
  try {
    const [rows] = await pool.execute('SELECT id, name, price FROM products WHERE id = ?', [
      req.params.id,
    ]);
    if (rows.length === 0) {
      return res.status(404).json({ error: 'no such product' });
    }
    return res.json(rows[0]);
  } catch (err) {
    return next(err);
  }
});

module.exports = router;
