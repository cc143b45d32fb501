// build.mjs - web/src into web/dist: checks the types, bundles, names files after their content,
// writes index.html, manifest and service worker, and prints what a first visit transfers.
//
// Names are flat, because tools/embed.py puts the folder into the program.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { spanish } from './catalogue.mjs';
import { sheets } from './sheets.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const debug = process.argv.includes('--debug');

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 8);

/** Writes a file under a name that changes with its content, and returns that name. */
function keep(name, bytes) {
  const dot = name.lastIndexOf('.');
  const hashed = `${name.slice(0, dot)}.${hashOf(bytes)}${name.slice(dot)}`;
  writeFileSync(join(dist, hashed), bytes);
  return hashed;
}

/** Modules that are made here: the Spanish texts that web/src uses, what Spain and America say otherwise, and the rule sheets. */
const made = (texts) => ({
  name: 'made',
  setup(build) {
    const modules = { sheets };
    for (const [lang, { first, later }] of Object.entries(texts)) Object.assign(modules, { [lang]: first, [`${lang}-later`]: later });
    build.onResolve({ filter: /^mazo:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'made' }));
    build.onLoad({ filter: /.*/, namespace: 'made' }, ({ path }) => ({
      contents: `export default ${JSON.stringify(modules[path] ?? {})}`,
    }));
  },
});

/** `parts`: what it imports by import() comes in files of its own. */
async function bundle(entry, define, parts = false, texts = {}) {
  const result = await esbuild.build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: !debug,
    format: 'esm',
    target: ['es2021', 'safari15'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: dist,
    plugins: [made(texts)],
    define,
    legalComments: 'none',
    banner: { js: '/* Licences: licenses.txt */' },
    splitting: parts,
    metafile: true,
    entryNames: parts ? '[name].[hash]' : '[name]',
    chunkNames: '[name].[hash]',
  });
  const file = (end) => result.outputFiles.find((f) => f.path.endsWith(end))?.contents;
  return { js: file('.js'), css: file('.css'), result };
}

/** The page's first script, and those that it cannot begin without. */
function firstScripts(outputs) {
  const needed = new Set([Object.keys(outputs).find((path) => outputs[path].entryPoint === 'src/main.tsx')]);
  for (const path of needed) outputs[path].imports.filter((i) => i.kind === 'import-statement').forEach((i) => needed.add(i.path));
  return [...needed];
}

/** The page, bundled twice: the Spanish of pages that come later comes with them, or beside them. */
async function bundlePage(define, module, firstModule) {
  const { outputs } = (await bundle('src/main.tsx', define, true)).result.metafile;
  const files = new Set(firstScripts(outputs).flatMap((path) => Object.keys(outputs[path].inputs)));
  const variant = (name) => spanish(name, files, module, firstModule);
  return bundle('src/main.tsx', define, true, { es: spanish('es', files), 'es-ES': variant('es_ES'), 'es-419': variant('es_419') });
}

/** The page's scripts, under their own names: the first, what it cannot begin without, and the rest. */
function keepParts({ outputFiles, metafile: { outputs } }) {
  const scripts = outputFiles.filter((f) => f.path.endsWith('.js'));
  for (const { path, contents } of scripts) writeFileSync(join(dist, basename(path)), contents);
  const names = firstScripts(outputs).map((path) => basename(path));
  return { first: names[0], needed: names.slice(1), later: scripts.map((f) => basename(f.path)).filter((name) => !names.includes(name)) };
}

/** Runs a program. Where it fails, it says why, and the build ends. */
async function program(...command) {
  const [code, signal] = await once(spawn(command[0], command.slice(1), { stdio: 'inherit' }), 'exit');
  if (code === 0) return;
  console.error(`build.mjs: ${command.join(' ')}: ${signal ?? `exit code ${code}`}`);
  process.exit(1);
}

async function checkTypes() {
  await program(process.execPath, join(here, 'node_modules/typescript/bin/tsc'), '-p', here);
}

/** The game as WebAssembly, whole or for a first game; made anew only when its sources have changed. */
async function module(name, ...part) {
  const file = join(here, 'wasm', name);
  mkdirSync(dirname(file), { recursive: true });
  await program(join(here, '..', 'tools', 'wasm.sh'), file, ...part);
  return readFileSync(file);
}

function fill(name, values) {
  const text = readFileSync(join(here, 'public', name), 'utf8');
  return text.replace(/\{\{(\w+)\}\}/g, (_, key) => {
    if (!(key in values)) throw new Error(`${name}: {{${key}}}`);
    return values[key];
  });
}

async function main() {
  const [game, all] = await Promise.all([module('first-mazo.wasm', 'first'), module('mazo.wasm'), checkTypes()]);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const wasm = keep('mazo.wasm', game);
  const whole = keep('whole.wasm', all);
  const worker = keep('worker.js', (await bundle('src/local/worker.ts', {})).js);
  const style = keep('rest.css', (await bundle('src/css/rest.css', {})).css);
  const { css, result } = await bundlePage({
    WHOLE_URL: JSON.stringify(`/${whole}`),
    WASM_URL: JSON.stringify(`/${wasm}`),
    WORKER_URL: JSON.stringify(`/${worker}`),
    REST_CSS: JSON.stringify(`/${style}`),
  }, all, game);
  const { first, needed, later } = keepParts(result);
  const preload = needed.map((name) => `<link rel="modulepreload" href="/${name}">\n`).join('');
  const names = { js: first, css: keep('app.css', css), wasm, worker };
  for (const name of readdirSync(join(here, 'public'))) {
    if (!/\.(html|webmanifest)$/.test(name)) writeFileSync(join(dist, name), readFileSync(join(here, 'public', name)));
  }
  for (const name of ['mazo.webmanifest', 'mazo-es.webmanifest']) writeFileSync(join(dist, name), fill(name, names));
  const text = (name) => readFileSync(join(here, name), 'utf8');
  writeFileSync(join(dist, 'licenses.txt'), `${text('NOTICES')}\n== Mazo ==\n\n${text('../LICENSE')}`);
  const page = fill('index.html', { ...names, preload });
  const shell = ['/', ...Object.values(names).concat(needed, later, style, whole).map((n) => `/${n}`), '/mazo.webmanifest', '/icon.svg'];
  const sw = await bundle('src/sw.ts', {
    SHELL: JSON.stringify(shell),
    VERSION: JSON.stringify(hashOf(shell.join() + page)),
  });
  writeFileSync(join(dist, 'sw.js'), sw.js);
  writeFileSync(join(dist, 'index.html'), page); // the last: with it the folder is whole
  report([...Object.values(names), ...needed]);
}

/** What a first visit transfers, in each language. */
function report(names) {
  const sizes = new Map();
  for (const name of readdirSync(dist).sort()) {
    const bytes = readFileSync(join(dist, name));
    sizes.set(name, gzipSync(bytes, { level: 9 }).length);
    console.log(`${String(bytes.length).padStart(8)} ${String(sizes.get(name)).padStart(8)}  ${name}`);
  }
  const first = ['index.html', 'icon.svg', 'sw.js', ...names];
  const words = (lang) => [...sizes.keys()].filter((name) => name.startsWith(`${lang}.`));
  for (const [lang, own] of [['en', ['mazo.webmanifest']], ...['es', 'es-ES', 'es-419'].map((l) => [l, ['mazo-es.webmanifest', ...words(l)]])]) {
    const total = [...first, ...own].reduce((sum, name) => sum + sizes.get(name), 0);
    console.log(`first visit, compressed: ${(total / 1024).toFixed(1)} KiB, ${lang}`);
  }
}

await main();
