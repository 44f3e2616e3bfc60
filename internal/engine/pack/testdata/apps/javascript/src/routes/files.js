'use strict';

const fs = require('fs');
const path = require('path');

const express = require('express');

const config = require('../config');
const covers = require('../services/covers');

const router = express.Router();

router.get('/raw', (req, res) => {
  fs.readFile(path.join(config.uploads, req.query.name), (err, data) => { // finds: javascript-path-traversal
    if (err) {
      return res.sendStatus(404);
    }
    res.type('application/octet-stream').send(data);
  });
});

router.get('/file', (req, res) => {
  const full = path.resolve(config.uploads, req.query.name);
  if (!full.startsWith(config.uploads + path.sep)) {
    return res.sendStatus(400);
  }
  fs.readFile(full, (err, data) => { // safe: javascript-path-traversal
    if (err) {
      return res.sendStatus(404);
    }
    res.type('application/octet-stream').send(data);
  });
});

router.get('/cover', (req, res) => {
  res.sendFile(path.basename(req.query.name), { root: config.uploads }); // safe: javascript-path-traversal
});

router.post('/cover', async (req, res) => {
  await covers.resize(req.body.name, req.body.size);
  res.sendStatus(204);
});

module.exports = router;
