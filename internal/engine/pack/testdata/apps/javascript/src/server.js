'use strict';

const cors = require('cors');
const express = require('express');
const session = require('express-session');

const config = require('./config');
const accounts = require('./routes/accounts');
const books = require('./routes/books');
const files = require('./routes/files');
const loans = require('./routes/loans');
const tools = require('./routes/tools');

const app = express();

app.use(express.json());
app.use(express.urlencoded({ extended: false }));
app.use(session({
  secret: config.sessionSecret, // safe: javascript-hardcoded-session-secret
  resave: false,
  saveUninitialized: false,
  cookie: { secure: true, httpOnly: true, sameSite: 'lax' }, // safe: javascript-session-cookie-no-httponly
}));

app.use('/public', cors()); // the catalogue is for everybody
app.use('/api', cors({ origin: 'https://library.example.org', credentials: true })); // safe: javascript-cors-any-origin

app.use('/accounts', accounts);
app.use('/books', books);
app.use('/files', files);
app.use('/loans', loans);
app.use('/tools', tools);

app.use((err, req, res, next) => {
  console.error(err);
  res.status(500).json({ error: 'internal' }); // safe: javascript-error-details
});

app.listen(config.port);
