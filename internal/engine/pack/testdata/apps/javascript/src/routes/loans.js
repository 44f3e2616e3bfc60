'use strict';

const express = require('express');
const { MongoClient } = require('mongodb');

const router = express.Router();
const client = new MongoClient(process.env.MONGO_URL);
const loans = client.db('library').collection('loans');

router.post('/find', async (req, res) => {
  const found = await loans.findOne({ reader: req.body.reader }); // finds: javascript-nosql-injection
  res.json(found);
});

router.post('/find-one', async (req, res) => {
  const found = await loans.findOne({ reader: String(req.body.reader) }); // safe: javascript-nosql-injection
  res.json(found);
});

router.post('/settings', (req, res) => {
  const settings = {};
  settings[req.body.group][req.body.name] = req.body.value; // finds: javascript-prototype-pollution
  res.json(settings);
});

router.post('/options', (req, res) => {
  const options = new Map();
  options.set(req.body.name, req.body.value); // safe: javascript-prototype-pollution
  res.json([...options]);
});

router.get('/done', (req, res) => {
  res.redirect(req.query.back); // finds: javascript-open-redirect
});

router.get('/ended', (req, res) => {
  res.redirect('/loans?done=' + encodeURIComponent(req.query.id)); // safe: javascript-open-redirect
});

module.exports = router;
