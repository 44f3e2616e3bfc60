const { exec } = require('child_process');
const Koa = require('koa'); const Router = require('@koa/router');
const koa = new Router();
koa.get('/1', async ctx => { exec('ls ' + ctx.query.d); }); // finds: javascript-command-injection
koa.get('/2', async ctx => { exec('ls ' + ctx.request.body.d); }); // finds: javascript-command-injection
koa.get('/3', async ctx => { ctx.body = '<b>' + ctx.params.q; }); // finds: javascript-xss
koa.get('/4', async (ctx, next) => { const { d } = ctx.request.query; exec(`ls ${d}`); }); // finds: javascript-command-injection
const fastify = require('fastify')();
fastify.get('/5', async (request, reply) => { exec('ls ' + request.query.d); }); // finds: javascript-command-injection
fastify.post('/6', { schema: {} }, (req, reply) => { exec('ls ' + req.body.d); reply.send(); }); // finds: javascript-command-injection
fastify.route({ method: 'GET', url: '/7', handler: async (request, reply) => { exec('ls ' + request.params.d); } }); // finds: javascript-command-injection
fastify.get('/8', (req, reply) => { reply.type('text/html').send('<b>' + req.query.q); }); // finds: javascript-xss
const Hapi = require('@hapi/hapi'); const server = Hapi.server();
server.route({ method: 'GET', path: '/9', handler: (request, h) => { exec('ls ' + request.query.d); return ''; } }); // finds: javascript-command-injection
server.route({ method: 'POST', path: '/10', handler: async (request, h) => { exec('ls ' + request.payload.d); } }); // finds: javascript-command-injection
exports.handler = async (event, context) => { exec('ls ' + event.queryStringParameters.d); }; // finds: javascript-command-injection
exports.other = async event => { const b = JSON.parse(event.body); exec('ls ' + b.d); }; // finds: javascript-command-injection
module.exports.run = (event, context, callback) => { exec('ls ' + event.pathParameters.id); }; // finds: javascript-command-injection
const io = require('socket.io')(3000);
io.on('connection', socket => { socket.on('run', d => { exec('ls ' + d); }); }); // finds: javascript-command-injection
const http = require('http'); const url = require('url');
http.createServer((req, res) => { const q = url.parse(req.url, true).query; exec('ls ' + q.d); }); // finds: javascript-command-injection
http.createServer((req, res) => { let b = ''; req.on('data', c => b += c); req.on('end', () => { exec('ls ' + b); }); }); // finds: javascript-command-injection
http.createServer((req, res) => { const u = new URL(req.url, 'http://x'); exec('ls ' + u.searchParams.get('d')); }); // finds: javascript-command-injection
const resolvers = { Query: { files: (parent, args, ctx) => exec('ls ' + args.dir), other: async (_, { dir }) => exec(`ls ${dir}`) }, Mutation: { x: (_, { input }) => exec('ls ' + input.d) } }; // finds: javascript-command-injection
const { WebSocketServer } = require('ws'); const wss = new WebSocketServer({ port: 1 });
wss.on('connection', ws => { ws.on('message', m => { exec('ls ' + m); }); }); // finds: javascript-command-injection
