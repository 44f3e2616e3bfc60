'use strict';

const express = require('express');
const { MongoClient } = require('mongodb');

const { checkPassword } = require('../lib/tokens');

const router = express.Router();
const client = new MongoClient(process.env.MONGO_URL);

const PAGES = { orders: '/account/orders', cart: '/cart', home: '/' };

function requireCustomer(req, res, next) {
  if (!req.session || !req.session.customerId) {
    return res.status(401).json({ error: 'please log in' });
  }
  return next();
}

function accounts() {
  return client.db('shop').collection('accounts');
}

router.post('/login', async (req, res, next) => {
  try {
    const found = await accounts().findOne({ email: req.body.email, active: true });
    if (!found || !(await checkPassword(req.body.password, found.passwordHash))) {
      return res.status(401).render('login', { failed: true });
    }
    req.session.customerId = String(found._id);
    return res.redirect(req.query.next || '/');
  } catch (err) {
    return next(err);
  }
});

router.post('/logout', (req, res) => {
  const page = PAGES[req.query.page] || '/';
  req.session.destroy(() => res.redirect(page));
});

router.get('/orders', requireCustomer, async (req, res, next) => {
  try {
    const customer = String(req.session.customerId);
    const orders = await client.db('shop').collection('orders').find({ customer }).toArray();
    res.render('orders', { orders });
  } catch (err) {
    next(err);
  }
});

router.post('/discount', requireCustomer, (req, res) => {
  const total = Number(req.body.total);
  const rule = eval('(total) => ' + req.body.rule);
  res.json({ total: rule(total) });
});

router.get('/exists', async (req, res, next) => {
  try {
    const email = String(req.query.email || '');
    const found = await accounts().findOne({ email });
    res.json({ exists: found !== null });
  } catch (err) {
    next(err);
  }
});

module.exports = router;
