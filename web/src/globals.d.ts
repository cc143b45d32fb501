/** Put in by build.mjs. */
declare const WASM_URL: string;
declare const WORKER_URL: string;
declare const SHELL: string[];
declare const VERSION: string;

declare module 'mazo:es' {
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.css';
