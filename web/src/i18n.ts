/*
 * i18n.ts - texts in the reader's language. English is the key; the Spanish is from po/es.po, with
 * the variants of Spain and America from po/es_ES.po and po/es_419.po.
 */
import spanish from 'mazo:es';
import { lang, variants } from './state/prefs.js';

type Values = Record<string, string | number>;

/** The Spanish of pages that come later. */
export const learn = (more: Record<string, string>): void => void Object.assign(spanish, more);

/** The text in the reader's language, with {name} replaced by values.name. */
export function t(english: string, values?: Values): string {
  const here = lang.value;
  const text = here === 'en' ? english : (variants.value[here]?.[english] ?? spanish[english] ?? english);
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (all, key: string) => (key in values ? String(values[key]) : all));
}

/** Marks a text for the catalogue that t() gets later. */
export const N = (english: string): string => english;

/** t() with one of two texts: for exactly one, and for other numbers. */
export function tn(one: string, many: string, n: number, values?: Values): string {
  return t(n === 1 ? one : many, { n, ...values });
}
