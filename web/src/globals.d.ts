/** Put in by build.mjs. */
declare const WASM_URL: string;
declare const WHOLE_URL: string;
declare const WORKER_URL: string;
declare const REST_CSS: string;
declare const SHELL: string[];
declare const VERSION: string;

/** Spanish for English; `-later` is of pages that come later. */
declare module 'mazo:es*' {
  const texts: Record<string, string>;
  export default texts;
}

declare module 'mazo:sheets' {
  /** `seats`: what the sheet is made for, where that is its own. */
  const sheets: { id: string; title: string; about: string; seats: number | null; most: number }[];
  export default sheets;
}

declare module '*.css';
