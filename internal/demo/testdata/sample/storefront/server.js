'use strict';

const path = require('path');
const express = require('express');
const session = require('express-session');
const helmet = require('helmet');

const account = require('./routes/account');
const media = require('./routes/media');
const products = require('./routes/products');

const app = express();

app.set('view engine', 'ejs');
app.set('views', path.join(__dirname, 'views'));
app.set('trust proxy', 1);

app.use(helmet());
app.use(express.urlencoded({ extended: false, limit: '100kb' }));
app.use(express.json({ limit: '100kb' }));

app.use(
  session({
    name: 'shop.sid',
    secret: process.env.SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: false, secure: false, maxAge: 30 * 24 * 3600 * 1000 },
  }),
);

// The mobile app and partners' pages read the catalogue from here.
app.use('/products', (req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin || '*');
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  next();
});

const PARTNERS = new Set(['https://partner-one.test', 'https://partner-two.test']);

app.use('/media', (req, res, next) => {
  if (PARTNERS.has(req.headers.origin)) {
    res.setHeader('Access-Control-Allow-Origin', 'https://partner-one.test');
  }
  next();
});

app.use('/products', products);
app.use('/account', account);
app.use('/media', media);

app.get('/consent', (req, res) => {
  res.cookie('consent', 'yes', { httpOnly: true, secure: true, sameSite: 'lax' });
  res.redirect('/');
});

app.use((err, req, res, next) => {
  console.error('request failed', err.code);
  if (res.headersSent) {
    return next(err);
  }
  return res.status(500).render('error');
});

const port = Number(process.env.PORT || 3000);
app.listen(port, () => console.log(`storefront listens on ${port}`));
