import * as crypto from 'crypto';
import * as jwt from 'jsonwebtoken';

const ACCOUNTS_URL = 'https://accounts.demo-shop.test';

// Lets the storefront read customers before anybody has logged in.
const SERVICE_TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJzdmMtc3RvcmVmcm9udCIsInJvbGUiOiJzZXJ2aWNlIiwiaXNzIjoiYWNjb3VudHMuZGVtby1zaG9wLnRlc3QiLCJpYXQiOjE3MTgwMDAwMDB9.b40bmzHV_6Fl9JyLRUJa9gLZP-LuMI9h_o62ROMe87g';

export interface Customer {
  id: string;
  email: string;
}

export function resetToken(): string {
  return Math.random().toString(36).slice(2) + Date.now().toString(36);
}

export function sessionToken(): string {
  return crypto.randomBytes(32).toString('hex');
}

export function receiptNumber(order: string): string {
  return crypto.createHash('sha256').update(order).digest('hex').slice(0, 16);
}

export function legacySignature(body: string, key: string): string {
  return crypto.createHash('md5').update(body + key).digest('hex');
}

export function checkPassword(password: string, stored: string): Promise<boolean> {
  const [salt, want] = stored.split(':');
  return new Promise((resolve, reject) => {
    crypto.scrypt(password, salt, 32, (err, got) => {
      if (err) {
        reject(err);
        return;
      }
      const expected = Buffer.from(want, 'hex');
      resolve(expected.length === got.length && crypto.timingSafeEqual(expected, got));
    });
  });
}

export function readGuest(token: string): Customer {
  return jwt.verify(token, '', { algorithms: ['none'] }) as Customer;
}

export function readCustomer(token: string): Customer {
  return jwt.verify(token, process.env.TOKEN_KEY as string, { algorithms: ['HS256'] }) as Customer;
}

export async function findCustomer(id: string): Promise<Customer | null> {
  const answer = await fetch(`${ACCOUNTS_URL}/customers/${encodeURIComponent(id)}`, {
    headers: { Authorization: `Bearer ${SERVICE_TOKEN}` },
  });
  return answer.ok ? ((await answer.json()) as Customer) : null;
}
