'use strict';

const crypto = require('crypto');

const bcrypt = require('bcrypt');
const express = require('express');
const jwt = require('jsonwebtoken');

const config = require('../config');
const pool = require('../data/pool');

const router = express.Router();

router.post('/login', async (req, res) => {
  const [rows] = await pool.query('SELECT id, hash FROM readers WHERE name = ?', [req.body.name]); // safe: javascript-sql-injection
  if (rows.length === 0 || !(await bcrypt.compare(req.body.password, rows[0].hash))) {
    return res.sendStatus(401);
  }
  const token = jwt.sign({ sub: rows[0].id }, config.sessionSecret, { expiresIn: '1h' }); // safe: javascript-jwt-hardcoded-secret
  res.cookie('token', token, { httpOnly: true, secure: true, sameSite: 'strict' }); // safe: javascript-insecure-cookie
  res.json({ id: rows[0].id });
});

router.post('/guest', (req, res) => {
  const token = jwt.sign({ sub: 'guest' }, 'reading-is-fun'); // finds: javascript-jwt-hardcoded-secret
  res.cookie('guest', token, { httpOnly: false }); // finds: javascript-insecure-cookie
  res.sendStatus(204);
});

router.get('/me', (req, res) => {
  const claims = jwt.verify(req.cookies.token, config.sessionSecret, { algorithms: ['HS256'] }); // safe: javascript-jwt-not-verified
  res.json({ id: claims.sub });
});

router.get('/who', (req, res) => {
  const claims = jwt.decode(req.headers.authorization.split(' ')[1]); // finds: javascript-jwt-not-verified
  res.json({ id: claims.sub });
});

function fingerprint(card) {
  return crypto.createHash('md5').update(card).digest('hex'); // finds: javascript-weak-hash
}

function checksum(data) {
  return crypto.createHash('sha256').update(data).digest('hex'); // safe: javascript-weak-hash
}

function resetToken() {
  return Math.random().toString(36).slice(2); // finds: javascript-insecure-random
}

function inviteToken() {
  return crypto.randomBytes(16).toString('hex'); // safe: javascript-insecure-random
}

function seal(text, key) {
  const cipher = crypto.createCipheriv('des-ede3-cbc', key, crypto.randomBytes(8)); // finds: javascript-weak-cipher
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex');
}

function sealWell(text, key) {
  const cipher = crypto.createCipheriv('aes-256-gcm', key, crypto.randomBytes(12)); // safe: javascript-weak-cipher
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex');
}

module.exports = router;
module.exports.helpers = { fingerprint, checksum, resetToken, inviteToken, seal, sealWell };
