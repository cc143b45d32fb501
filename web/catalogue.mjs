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

/** All of a file of po: English to Spanish. */
function readCatalogue(name = 'es') {
  const texts = new Map();
  let id = null;
  let part = null;
  const parts = { msgid: '', msgstr: '' };
  const flush = () => {
    if (id !== null && parts.msgid) texts.set(parts.msgid, parts.msgstr);
  };
  for (const line of readFileSync(join(here, '..', 'po', `${name}.po`), 'utf8').split('\n')) {
    const match = /^(msgid|msgstr)?\s*(".*")\s*$/.exec(line);
    if (!match) continue;
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

/**
 * Of a catalogue what the page says, for the texts in these files and for all others. What Spain (es_ES) or America (es_419) says
 * otherwise is asked for with the modules: they have only the Spanish that everybody knows.
 */
export function spanish(name, files, module = '', firstModule = module) {
  const said = english();
  const isFirst = (text) => said.get(text)?.some((place) => !place.startsWith('src/') || files.has(place)) || firstModule.includes(`${text}\0`);
  const parts = { first: {}, later: {} };
  for (const [text, other] of readCatalogue(name)) {
    if (said.has(text) || module.includes(`${text}\0`)) parts[isFirst(text) ? 'first' : 'later'][text] = other;
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
