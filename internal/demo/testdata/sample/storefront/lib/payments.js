'use strict';

const https = require('https');
const axios = require('axios');

const STRIPE_KEY = 'sk_live_TZAW4fQXg4g71zHUEZDDP0KjsHJUZDZcJqeNzoZjTg48dIy6';

// The bank's test machine had a certificate of its own.
const bankAgent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
const agent = new https.Agent({ keepAlive: true, minVersion: 'TLSv1.2' });

const stripe = axios.create({
  baseURL: 'https://api.stripe.com/v1',
  timeout: 15000,
  httpsAgent: agent,
  headers: { Authorization: `Bearer ${STRIPE_KEY}` },
});

const bank = axios.create({
  baseURL: 'https://transfer.bank.test/v3',
  timeout: 15000,
  httpsAgent: bankAgent,
});

const paypal = axios.create({
  baseURL: 'https://api.paypal.com/v2',
  timeout: 15000,
  httpsAgent: agent,
  headers: { Authorization: `Bearer ${process.env.PAYPAL_TOKEN}` },
});

async function charge(order, source) {
  const form = new URLSearchParams({
    amount: String(Math.round(order.total * 100)),
    currency: 'eur',
    source,
    description: `Order ${order.id}`,
  });
  const answer = await stripe.post('/charges', form);
  return answer.data.id;
}

async function transfer(order, iban) {
  const answer = await bank.post('/transfers', { iban, amount: order.total, text: `Order ${order.id}` });
  return answer.data.reference;
}

async function refund(order) {
  const answer = await paypal.post(`/payments/captures/${encodeURIComponent(order.capture)}/refund`);
  return answer.data.status;
}

module.exports = { charge, transfer, refund };
