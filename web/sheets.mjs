// sheets.mjs - the rule sheets, from the engine's lists: their names, what they say of themselves,
// the most seats, and the seats they are made for where that is their own.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const lists = join(dirname(fileURLToPath(import.meta.url)), '..', 'include', 'mazo');
const text = readFileSync(join(lists, 'sheets.def'), 'utf8');
const rules = readFileSync(join(lists, 'rules.def'), 'utf8');

const number = (found) => found && Number(found[1]);
const own = (id, rule) => number(new RegExp(`^MAZO_X_SET\\(${id}, ${rule}, (\\d+)\\)`, 'm').exec(text));
const most = number(/^MAZO_X_RULE\(\w+, \w+, seats_max, .*?(\d+), "/m.exec(rules));

const sheet = /^MAZO_X_SHEET\((\w+),\s*"([^"]*)",\s*"([^"]*)",\s*"([^"]*)"\)/gm;
export const sheets = [...text.matchAll(sheet)].map(([, id, name, title, about]) => ({
  id: name,
  title,
  about,
  seats: own(id, 'seats'),
  most: own(id, 'seats_max') ?? most,
}));
