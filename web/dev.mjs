// dev.mjs - serves web/dist as `mazo serve` would, and passes /ws and /m/ on to a server that runs:
//     mazo serve --store memory --port 8300 --origin '*'
//     node dev.mjs [PORT=8301] [SERVER-PORT=8300]
// Without a server it is the static folder alone.
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(dirname(fileURLToPath(import.meta.url)), 'dist');
const port = Number(process.argv[2] ?? 8301);
const behind = { host: '127.0.0.1', port: Number(process.argv[3] ?? 8300) };

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};
const CSP = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self' ws://127.0.0.1:${port}`;

const server = createServer((req, res) => {
  const path = new URL(req.url, 'http://x').pathname;
  if (path.startsWith('/m/')) {
    req.pipe(
      request({ ...behind, path: req.url, method: req.method }, (answer) => {
        res.writeHead(answer.statusCode, answer.headers);
        answer.pipe(res);
      }).on('error', () => res.writeHead(502).end()),
    );
    return;
  }
  const name = path === '/' || /^\/[tr]\//.test(path) ? '/index.html' : normalize(path);
  try {
    const body = readFileSync(join(dist, name));
    res.writeHead(200, {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Content-Security-Policy': CSP,
      'Cache-Control': 'no-cache',
    });
    res.end(body);
  } catch {
    res.writeHead(404).end();
  }
});

server.on('upgrade', (req, socket, head) => {
  const there = connect(behind, () => {
    const lines = Object.entries(req.headers).map(([key, value]) => `${key}: ${value}`);
    there.write(`GET ${req.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    there.write(head);
    there.pipe(socket).pipe(there);
  });
  there.on('error', () => socket.destroy());
  socket.on('error', () => there.destroy());
});

server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/`));
