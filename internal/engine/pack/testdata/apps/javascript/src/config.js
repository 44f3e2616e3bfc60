'use strict';

module.exports = {
  port: Number(process.env.PORT || 3000),
  sessionSecret: process.env.SESSION_SECRET,
  database: {
    host: process.env.DB_HOST || 'localhost',
    user: 'library',
    password: process.env.DB_PASSWORD, // safe: javascript-hardcoded-database-password
    database: 'library',
  },
  uploads: process.env.UPLOADS || '/var/lib/library/uploads',
};
