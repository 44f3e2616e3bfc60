import express from 'express';
import { execSync } from 'child_process';
const app = express();
app.get('/1', (req, res) => { if (execSync('ls ' + req.query.a).length) res.end(); }); // finds: javascript-command-injection
app.get('/2', (req, res) => { while (execSync('ls ' + req.query.a)) break; }); // finds: javascript-command-injection
app.get('/3', (req, res) => { const x = true ? execSync('ls ' + req.query.a) : null; }); // finds: javascript-command-injection
app.get('/4', (req, res) => { throw new Error(execSync('ls ' + req.query.a).toString()); }); // finds: javascript-command-injection
app.get('/5', (req, res) => { switch (execSync('ls ' + req.query.a).toString()) { case 'a': break; } }); // finds: javascript-command-injection
app.get('/6', (req, res) => { for (const l of execSync('ls ' + req.query.a).toString().split('\n')) res.write(l); }); // finds: javascript-command-injection, javascript-xss
app.get('/7', (req, res) => { try { JSON.parse('{}'); } catch { } finally { execSync('ls ' + req.query.a); } }); // finds: javascript-command-injection
app.get('/8', async (req, res) => { const g = function* () { yield execSync('ls ' + req.query.a); }; for (const x of g()) res.write(x); }); // finds: javascript-command-injection, javascript-xss
app.get('/9', (req, res) => { const o = { get x() { return execSync('ls ' + req.query.a); } }; res.json(o.x); }); // finds: javascript-command-injection
app.get('/10', (req, res) => { const f = (d = req.query.a) => execSync('ls ' + d); f(); }); // finds: javascript-command-injection
app.get('/11', (req, res) => { (() => { execSync('ls ' + req.query.a); })(); }); // finds: javascript-command-injection
app.get('/12', (req, res) => { let d; d ??= req.query.a; execSync('ls ' + d); }); // finds: javascript-command-injection
app.get('/13', (req, res) => { const a = [req.query.a]; const [d] = a; execSync('ls ' + d); }); // finds: javascript-command-injection
app.get('/14', (req, res) => { const { query: { a: d = 'x' } } = req; execSync('ls ' + d); }); // finds: javascript-command-injection
app.get('/15', (req, res) => { let d = 'x'; ({ a: d } = req.query as any); execSync('ls ' + d); }); // finds: javascript-command-injection
app.get('/16', (req, res) => { class T { d = req.query.a; run() { execSync('ls ' + this.d); } } new T().run(); }); // finds: javascript-command-injection
app.get('/17', (req, res) => { const d = <string>req.query.a; execSync('ls ' + d); }); // finds: javascript-command-injection
app.get('/18', (req, res) => { const d = req.query.a as unknown as string; execSync('ls ' + d!); }); // finds: javascript-command-injection
app.get('/19', (req, res) => { const d = [...(req.query.a as string)].join(''); execSync('ls ' + d); }); // finds: javascript-command-injection
app.get('/20', (req, res) => { const d = (0, req.query.a); execSync('ls ' + d); }); // finds: javascript-command-injection
app.get('/21', (req, res) => { outer: for (;;) { execSync('ls ' + req.query.a); break outer; } }); // finds: javascript-command-injection
app.get('/22', async (req, res) => { await Promise.all([req.query.a].map(async d => execSync('ls ' + d))); }); // finds: javascript-command-injection
app.get('/23', (req, res) => { process.nextTick(() => execSync('ls ' + req.query.a)); }); // finds: javascript-command-injection
app.get('/25', (req, res) => { const h = { run(d: string) { execSync('ls ' + d); } }; h.run(req.query.a as string); }); // finds: javascript-command-from-parameter
