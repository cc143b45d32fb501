/*
 * engine.ts - the rules engine in this page (WebAssembly), loaded once and when first needed:
 * for sentences and rules in words, for playing without a server, for replays.
 */
import { signal } from '@preact/signals';
import type { Words } from '../local/api.js';
import { type Engine, loadEngine, type WorkerLike } from '../local/engine.js';
import { variantComing } from './prefs.js';

export const words = signal<Words | null>(null);

/** It could not be loaded: questions are shown in the protocol's words then. */
export const wordless = signal(false);

let loading: Promise<Engine> | null = null;

/** The engine; if it could not be loaded, the next call tries again. */
export function engine(): Promise<Engine> {
  loading ??= loadEngine(fetch(WASM_URL), () => new Worker(WORKER_URL) as WorkerLike, () => fetch(WHOLE_URL)).then(
    async (loaded) => {
      await variantComing;
      words.value = loaded;
      return loaded;
    },
    (error: unknown) => {
      loading = null;
      wordless.value = true;
      throw error;
    },
  );
  return loading;
}

export async function loadWords(): Promise<Words | null> {
  return engine().catch(() => null);
}
