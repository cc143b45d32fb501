// catalogue.mjs - the texts of web/src, and their Spanish from po/es.po.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sheets } from './sheets.mjs';

const here = dirname(fileURLToPath(import.meta.url));

function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

/** Every English text in t('…'), N('…') or tn('…', '…') in web/src and about the sheets, with the files it stands in. */
export function english() {
  const found = new Map();
  const call = /\b(?:tn?|N)\(\s*((?:'(?:\\.|[^'\\\n])*'\s*,?\s*)+)/g;
  for (const path of sources(join(here, 'src'))) {
    for (const [, texts] of readFileSync(path, 'utf8').matchAll(call)) {
      for (const [, text] of texts.matchAll(/'((?:\\.|[^'\\\n])*)'/g)) {
        const plain = text.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter));
        found.set(plain, [...(found.get(plain) ?? []), path.slice(here.length + 1)]);
      }
    }
  }
  for (const { title, about } of sheets) [title, about].forEach((text) => found.set(text, ['include/mazo/sheets.def']));
  return found;
}

/** Texts of the module that no first game shows: rules as sentences, and what is wrong with rule sets and positions. */
const PAGES = /^(src\/say\/rule_|include\/mazo\/(rules|faults|commands)\.def|src\/engine\/position\.c)/;

/** All of a file of po: English to Spanish. With `places`, the first file that each text is said in. */
function readCatalogue(name = 'es', places = null) {
  const texts = new Map();
  let place = '';
  let id = null;
  let part = null;
  const parts = { msgid: '', msgstr: '' };
  const flush = () => {
    if (id !== null && parts.msgid) texts.set(parts.msgid, parts.msgstr);
  };
  for (const line of readFileSync(join(here, '..', 'po', `${name}.po`), 'utf8').split('\n')) {
    place = /^#: (\S+)/.exec(line)?.[1] ?? place;
    const match = /^(msgid|msgstr)?\s*(".*")\s*$/.exec(line);
    if (!match) continue;
    if (match[1] === 'msgstr') places?.set(parts.msgid, place);
    if (match[1] === 'msgid') {
      flush();
      parts.msgid = parts.msgstr = '';
      id = true;
    }
    part = match[1] ?? part;
    parts[part] += JSON.parse(match[2]);
  }
  flush();
  return texts;
}

/** A short name for a text that only the module says: FNV-1a of its bytes. src/wasm/learned.c computes the same. */
function keyOf(text) {
  let key = 0x811c9dc5;
  for (const byte of Buffer.from(text)) key = Math.imul(key ^ byte, 0x01000193) >>> 0;
  return key.toString(16);
}

/**
 * Of a catalogue what the page says, for the texts in these files and for all others. What Spain (es_ES) or America (es_419) says
 * otherwise is asked for with the modules: they have only the Spanish that everybody knows.
 */
export function spanish(name, files, module = '', firstModule = module) {
  const said = english();
  const places = new Map();
  readCatalogue('es', places);
  const isFirst = (text) =>
    said.get(text)?.some((place) => !place.startsWith('src/') || files.has(place)) || (firstModule.includes(`${text}\0`) && !PAGES.test(places.get(text)));
  const parts = { first: {}, later: {} };
  for (const [text, other] of readCatalogue(name)) {
    const part = parts[isFirst(text) ? 'first' : 'later'];
    if (said.has(text)) part[text] = other;
    else if (module.includes(`${text}\0`)) part[keyOf(text)] = other;
  }
  return parts;
}

/** `node catalogue.mjs --missing` prints entries to fill in. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = readCatalogue();
  for (const [text, [path]] of english()) {
    if (!all.has(text)) console.log(`\n#: web/${path}\nmsgid ${JSON.stringify(text)}\nmsgstr ""`);
  }
}
