/*
 * thinker.ts - runs the searches of experts: in a worker, so that the page stays responsive;
 * without one, or when it breaks, in the page, because a match must go on.
 */
import type { Lang } from './api.js';
import { type Engine, Instance, type WorkerLike } from './engine.js';

/** To the worker; worker.ts answers each in order. */
export type Task =
  | { do: 'load'; module: WebAssembly.Module; learned?: Map<Lang, Uint8Array> }
  | { do: 'think'; thought: Uint8Array }
  | Judgment;

/** About a match file. */
export type Judgment =
  | { do: 'advise'; text: string; command: number; playouts: number }
  | { do: 'chances'; text: string; playouts: number }
  | { do: 'coach'; text: string; playouts: number; seat: number; lang: Lang };

/** From the worker. */
export type Result = { told: string } | { thought: Uint8Array } | { answer: unknown };

/** Lets the module work on a thought that another instance has begun. */
export function thinkIn(instance: Instance, thought: Uint8Array): Uint8Array {
  const at = instance.c.thought_at();
  instance.setBytes(at, thought);
  instance.c.thought_think();
  return instance.bytes(at, thought.length);
}

/** Lets the module judge a match file; partial findings are reported as they come. */
export function judgeIn(instance: Instance, task: Judgment): unknown {
  const size = instance.give(task.text);
  const { c } = instance;
  return instance.answer(
    task.do === 'advise'
      ? c.replay_advise(size, task.command, task.playouts)
      : task.do === 'chances'
        ? c.replay_chances(size, task.playouts)
        : c.replay_coach(size, task.playouts, task.seat, instance.numberOf(task.lang)),
  );
}

export class Thinker {
  private worker: WorkerLike | null = null;
  /** Resolves when the whole module is loaded, with a worker if possible: at the first thought. */
  private ready: Promise<void> | null = null;
  private module: WebAssembly.Module;
  private closed = false;
  private inside: Promise<Instance> | null = null;
  /** The oldest first; answers come in that order. */
  private waiting: { thought: Uint8Array; done: (thought: Uint8Array) => void }[] = [];

  constructor(private readonly engine: Engine) {
    this.module = engine.module;
  }

  /** A thought that is no longer needed is finished anyway; the table drops it. */
  think(thought: Uint8Array): Promise<Uint8Array> {
    return new Promise((done) => {
      this.waiting.push({ thought, done });
      this.ready ??= this.begin();
      void this.ready.then(() => {
        if (this.worker) this.worker.postMessage({ do: 'think', thought } satisfies Task);
        else void this.thinkHere();
      });
    });
  }

  close(): void {
    this.closed = true;
    this.worker?.terminate();
    this.worker = null;
    this.waiting = [];
  }

  private async begin(): Promise<void> {
    this.module = await this.engine.whole().catch(() => this.engine.module);
    if (this.engine.makeWorker && !this.closed) this.hire(this.engine.makeWorker);
  }

  private hire(makeWorker: () => WorkerLike): void {
    try {
      const worker = makeWorker();
      worker.onmessage = (event: { data: Result }) => {
        if ('thought' in event.data) this.waiting.shift()?.done(event.data.thought);
      };
      worker.onerror = () => this.dismiss();
      worker.postMessage({ do: 'load', module: this.module } satisfies Task);
      this.worker = worker;
    } catch {
      this.worker = null;
    }
  }

  private dismiss(): void {
    this.worker?.terminate();
    this.worker = null;
    void this.thinkHere();
  }

  private async thinkHere(): Promise<void> {
    this.inside ??= Instance.make(this.module);
    const instance = await this.inside;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      next.done(thinkIn(instance, next.thought));
    }
  }
}
