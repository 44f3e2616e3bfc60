import express, { Request, Response, NextFunction } from 'express';
import helmet from 'helmet';
import session from 'express-session';
import cors from 'cors';
import jwt from 'jsonwebtoken';
import bcrypt from 'bcrypt';
import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import rateLimit from 'express-rate-limit';

const run = promisify(execFile);
const app = express();
app.disable('x-powered-by');
app.use(helmet());
app.use(cors({ origin: ['https://app.example.com'], credentials: true }));
app.use(express.json({ limit: '100kb' }));
app.use(rateLimit({ windowMs: 60_000, max: 100 }));
app.use(session({
  secret: process.env.SESSION_SECRET!, resave: false, saveUninitialized: false,
  cookie: { secure: true, httpOnly: true, sameSite: 'lax', maxAge: 3600_000 },
}));
const pool = new Pool({ connectionString: process.env.DATABASE_URL, ssl: { rejectUnauthorized: true } });
const PASSWORD_MIN = 12;
const TOKEN_HEADER = 'x-csrf-token';

export function etag(body: Buffer) { return crypto.createHash('sha1').update(body).digest('base64'); } // finds: javascript-weak-hash
export const cacheKey = (url: string) => 'page:' + crypto.createHash('md5').update(url).digest('hex'); // finds: javascript-weak-hash
const jitter = () => Math.random() * 1000;
export function color() { return `hsl(${Math.floor(Math.random() * 360)}, 50%, 50%)`; }

app.post('/login', async (req: Request, res: Response) => {
  const { email, password } = req.body;
  const { rows } = await pool.query('select id, hash from users where email = $1', [email]);
  if (!rows[0] || !(await bcrypt.compare(password, rows[0].hash))) {
    return res.status(401).json({ error: 'invalid email or password' });
  }
  const token = jwt.sign({ sub: rows[0].id }, process.env.JWT_SECRET!, { expiresIn: '1h', algorithm: 'HS256' });
  res.cookie('token', token, { httpOnly: true, secure: true, sameSite: 'strict' });
  res.json({ ok: true });
});

export function auth(req: Request, res: Response, next: NextFunction) {
  try {
    const token = req.headers.authorization?.replace('Bearer ', '') ?? '';
    (req as any).user = jwt.verify(token, process.env.JWT_SECRET!, { algorithms: ['HS256'] });
    next();
  } catch {
    res.sendStatus(401);
  }
}

app.get('/thumb/:id', auth, async (req, res) => {
  const id = Number.parseInt(req.params.id, 10);
  if (!Number.isInteger(id)) return res.sendStatus(400);
  const file = path.join('/srv/images', `${id}.png`);
  const { stdout } = await run('convert', [file, '-resize', '100x100', 'png:-'], { encoding: 'buffer' });
  res.type('png').send(stdout);
});

app.get('/search', async (req, res) => {
  const q = String(req.query.q ?? '');
  const { rows } = await pool.query('select * from items where name ilike $1 limit 20', [`%${q}%`]);
  console.log('search', { hits: rows.length, at: new Date().toISOString() });
  res.json(rows);
});

app.post('/upload', auth, async (req, res) => {
  const name = crypto.randomUUID() + '.bin';
  await fs.writeFile(path.join('/srv/uploads', name), req.body);
  res.status(201).location(`/files/${name}`).end();
});

export function encrypt(key: Buffer, text: string) {
  const iv = crypto.randomBytes(12);
  const c = crypto.createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([iv, c.update(text, 'utf8'), c.final(), c.getAuthTag()]);
}
export const same = (a: string, b: string) => a.length === b.length && crypto.timingSafeEqual(Buffer.from(a), Buffer.from(b));

app.use((err: Error, req: Request, res: Response, next: NextFunction) => {
  console.error(err);
  res.status(500).json({ error: 'internal error' });
});
app.listen(Number(process.env.PORT ?? 3000));
