'use strict';

const { exec, execFile } = require('child_process');
const fs = require('fs');
const path = require('path');
const axios = require('axios');
const express = require('express');

const router = express.Router();
const root = '/var/lib/shop/media';

const WIDTHS = new Set(['160', '320', '640']);

router.get('/file', (req, res) => {
  const file = path.join(root, req.query.name);
  fs.readFile(file, (err, data) => {
    if (err) {
      return res.status(404).end();
    }
    return res.type(path.extname(file)).send(data);
  });
});

router.get('/thumb', (req, res) => {
  const name = path.basename(String(req.query.name || ''));
  res.sendFile(name, { root: path.join(root, 'thumbs') });
});

router.post('/resize', (req, res) => {
  const { name, width } = req.body;
  exec(`convert ${root}/${name} -resize ${width} ${root}/thumbs/${name}`, (err) => {
    if (err) {
      return res.status(422).json({ error: 'cannot resize' });
    }
    return res.status(204).end();
  });
});

router.post('/rotate', (req, res) => {
  const name = path.basename(String(req.body.name || ''));
  if (!/^[a-z0-9]+\.png$/.test(name) || !WIDTHS.has(req.body.width)) {
    return res.status(400).json({ error: 'bad picture' });
  }
  return execFile('convert', [path.join(root, name), '-rotate', '90', path.join(root, name)], (err) =>
    res.status(err ? 422 : 204).end(),
  );
});

router.get('/remote', async (req, res, next) => {
  try {
    const answer = await axios.get(req.query.url, { responseType: 'arraybuffer', timeout: 5000 });
    res.type('image/png').send(answer.data);
  } catch (err) {
    next(err);
  }
});

router.get('/logo', async (req, res, next) => {
  try {
    const answer = await axios.get('https://cdn.demo-shop.test/logo.png', {
      responseType: 'arraybuffer',
    });
    res.type('image/png').send(answer.data);
  } catch (err) {
    next(err);
  }
});

module.exports = router;
