'use strict';

const https = require('https');

const axios = require('axios');

const catalogues = { national: 'https://catalogue.example.org/', city: 'https://city.example.org/' };

const lenient = new https.Agent({ rejectUnauthorized: false }); // finds: javascript-tls-verify-off
const strict = new https.Agent({ rejectUnauthorized: true }); // safe: javascript-tls-verify-off

async function look(name, isbn) {
  const answer = await axios.get(catalogues[name] + encodeURIComponent(isbn), { httpsAgent: strict }); // safe: javascript-ssrf
  return answer.data;
}

async function legacy(isbn) {
  const answer = await axios.get('https://old.example.org/' + encodeURIComponent(isbn), { httpsAgent: lenient });
  return answer.data;
}

module.exports = { look, legacy };
