'use strict';

const { exec } = require('child_process');

const axios = require('axios');
const express = require('express');

const remote = require('../services/remote');

const router = express.Router();

router.post('/import', async (req, res) => {
  const answer = await axios.get(req.body.url); // finds: javascript-ssrf
  res.json({ status: answer.status });
});

router.post('/look', async (req, res) => {
  res.json(await remote.look(req.body.catalogue, req.body.isbn));
});

router.post('/label', (req, res) => {
  const printer = req.body.printer;
  const command = 'lp -d ' + printer + ' /tmp/label.pdf';
  exec(command, () => res.sendStatus(204)); // finds: javascript-command-injection
});

router.post('/labels', (req, res) => {
  const copies = parseInt(req.body.copies, 10);
  exec('lp -n ' + copies + ' /srv/label.pdf', () => res.sendStatus(204)); // safe: javascript-command-injection
});

router.get('/fine', (req, res) => {
  res.json({ fine: eval(req.query.formula) }); // finds: javascript-code-injection
});

router.get('/due', (req, res) => {
  res.json({ due: JSON.parse(req.query.days || '14') }); // safe: javascript-code-injection
});

router.get('/name', (req, res) => {
  const ok = /^([a-z]+)+$/.test(req.query.name); // finds: javascript-redos, javascript-regex-exponential
  res.json({ ok });
});

router.get('/title', (req, res) => {
  const ok = /^[a-z ]+$/.test(req.query.title); // safe: javascript-redos
  res.json({ ok });
});

module.exports = router;
