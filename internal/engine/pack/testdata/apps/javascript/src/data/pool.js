'use strict';

const mysql = require('mysql2/promise');

const config = require('../config');

module.exports = mysql.createPool(config.database);

module.exports.reporting = mysql.createPool({ // finds: javascript-hardcoded-database-password
  host: 'reports.internal',
  user: 'reporting',
  password: 'Sommer-in-Bonn',
  database: 'library',
});
