/*
 * replay.ts - a match file, step by step, and what the coach says about it.
 *
 * The file is replayed once from end to end, which checks it; on the way copies of the module's
 * state are kept, so that going back is a copy and a few steps.
 */
import {
  type Advice,
  BadMatch,
  type Card,
  type ChanceOptions,
  type CoachOptions,
  type CoachReport,
  type Command,
  type Decision,
  type FairCheck,
  type GameEvent,
  type Lang,
  type Options,
  type Replay,
  type ReplayPlayer,
  type Tally,
  type View,
} from './api.js';
import { judgeIn, type Judgment, type Result, type Task } from './thinker.js';
import { type Engine, Instance, learned } from './engine.js';

const SNAPSHOT_EVERY = 64;
const PLAYOUTS = 4000;
const CHANCE_PLAYOUTS = 200;
const SLICE_MS = 8;
const SPECTATOR = -1;
const EVERYTHING = -2;

type Seat = number | null | 'all';

interface Head {
  rules: string;
  options: Options;
  seats: number;
  players: ReplayPlayer[];
  shuffle: 'none' | 'right' | 'wrong';
  fair?: { commitment: string; secret: string; salts: (string | null)[] };
  deal?: string;
}

interface Shown {
  command: Command | null;
  now?: { view: View; legal: Command[] };
  hands?: Card[][];
  events: GameEvent[];
}

interface Damage {
  line: number;
  error: string;
  message: string;
}

class FileReplay implements Replay {
  length = 0;
  at = 0;
  cut = false;
  readonly rounds: number[] = [];
  private readonly snapshots: Uint8Array[] = [];
  private readonly shown = new Map<Seat, Shown>();
  private readonly closers = new Set<() => void>();

  constructor(
    private readonly engine: Engine,
    private readonly module: WebAssembly.Module,
    private readonly instance: Instance,
    readonly text: string,
    private readonly head: Head,
  ) {}

  get rules(): string {
    return this.head.rules;
  }
  get options(): Options {
    return this.head.options;
  }
  get seats(): number {
    return this.head.seats;
  }
  get players(): ReplayPlayer[] {
    return this.head.players;
  }

  // ---- stepping ----

  /** Reads the whole file in small steps: the page stays responsive. */
  async readAll(): Promise<void> {
    let slice = performance.now();
    this.note();
    while (this.step()) {
      this.length = this.at;
      this.note();
      if (performance.now() - slice > SLICE_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        slice = performance.now();
      }
    }
    this.cut = this.instance.answer<{ cut: boolean }>(this.instance.c.replay_where())!.cut;
    this.go(0);
  }

  private note(): void {
    const { c } = this.instance;
    const { round } = this.instance.answer<{ round: number }>(c.replay_where())!;
    if (round > this.rounds.length) this.rounds.push(this.at);
    if (this.at % SNAPSHOT_EVERY === 0) this.snapshots.push(this.instance.bytes(c.replay_at(), c.replay_size()));
  }

  private step(): boolean {
    const next = this.instance.c.replay_next();
    if (next < 0) throw badMatch(this.instance.answer<Damage>(-next)!);
    this.at += next;
    return next > 0;
  }

  go(n: number): void {
    const to = Math.max(0, Math.min(Math.floor(n), this.length));
    if (to === this.at) return;
    const near = Math.floor(to / SNAPSHOT_EVERY);
    if (to < this.at || near * SNAPSHOT_EVERY > this.at) {
      this.instance.setBytes(this.instance.c.replay_at(), this.snapshots[near]!);
      this.at = near * SNAPSHOT_EVERY;
    }
    while (this.at < to && this.step());
    this.shown.clear();
  }

  // ---- looking ----

  private show(seat: Seat): Shown {
    let shown = this.shown.get(seat);
    if (!shown) {
      const number = seat === 'all' ? EVERYTHING : (seat ?? SPECTATOR);
      shown = this.instance.answer<Shown>(this.instance.c.replay_show(number, this.instance.numberOf('en')))!;
      this.shown.set(seat, shown);
    }
    return shown;
  }

  command(): Command | null {
    return this.show('all').command;
  }

  events(seat: Seat): GameEvent[] {
    return this.show(seat).events;
  }

  view(seat: number | null): View {
    return this.show(seat).now!.view;
  }

  hands(): Card[][] {
    return this.show('all').hands!;
  }

  async verify(): Promise<FairCheck> {
    const { shuffle, fair, deal } = this.head;
    return shuffle === 'none' || !fair ? { fair: 'none' } : { ...fair, fair: shuffle, ...(deal ? { deal } : {}) };
  }

  // ---- the coach ----

  async advise(playouts = PLAYOUTS): Promise<Advice | null> {
    if (this.at >= this.length) return null;
    const task: Judgment = { do: 'advise', text: this.text, command: this.at + 1, playouts };
    const decision = (await this.work(task)) as RawDecision | null;
    return decision && decisionOf(decision);
  }

  async chances({ playouts = CHANCE_PLAYOUTS, onchance, signal }: ChanceOptions): Promise<void> {
    const hear = (told: Told): void => {
      if (told.type === 'chance') onchance(told.command, told.chance.map(share));
    };
    await this.work({ do: 'chances', text: this.text, playouts }, hear, signal);
  }

  async coach(options: CoachOptions = {}): Promise<CoachReport> {
    const decisions: Decision[] = [];
    const hear = (told: Told): void => {
      if (told.type === 'progress') {
        options.onprogress?.(told.commands, told.all);
      } else if (told.type === 'decision') {
        decisions.push(decisionOf(told));
        options.ondecision?.(decisions[decisions.length - 1]!);
      }
    };
    const task: Judgment = { do: 'coach', text: this.text, playouts: options.playouts ?? PLAYOUTS, seat: options.seat ?? -1, lang: options.lang ?? 'en' };
    const report = (await this.work(task, hear, options.signal)) as RawReport | null;
    return {
      commands: report?.commands ?? decisions[decisions.length - 1]?.command ?? 0,
      stopped: report === null,
      players: (report?.players ?? []).map(tallyOf),
      decisions,
    };
  }

  close(): void {
    for (const close of this.closers) close();
  }

  /** Runs in a worker of its own, which can be terminated; in the page if there is none. */
  private work(task: Judgment, hear: (told: Told) => void = () => {}, signal?: AbortSignal): Promise<unknown> {
    if (!this.engine.makeWorker) return workHere(this.module, task, hear);
    const worker = this.engine.makeWorker();
    return new Promise((resolve, reject) => {
      const end = (answer: unknown): void => {
        worker.terminate();
        this.closers.delete(stop);
        signal?.removeEventListener('abort', stop);
        resolve(answer);
      };
      const stop = (): void => end(null);
      this.closers.add(stop);
      signal?.addEventListener('abort', stop);
      worker.onmessage = (event: { data: Result }) => {
        if ('told' in event.data) hear(JSON.parse(event.data.told) as Told);
        else if ('answer' in event.data) end(event.data.answer);
      };
      worker.onerror = () => {
        end(null);
        reject(new Error('worker'));
      };
      worker.postMessage({ do: 'load', module: this.module, learned } satisfies Task);
      worker.postMessage(task);
      if (signal?.aborted) stop();
    });
  }
}

async function workHere(module: WebAssembly.Module, task: Judgment, hear: (told: Told) => void): Promise<unknown> {
  return judgeIn(await Instance.make(module, { coached: (told) => hear(JSON.parse(told) as Told) }), task);
}

// ---- what the module says in millionths ----

type RawTally = Tally;
type RawDecision = Decision & { type: 'decision' };
type RawReport = Pick<CoachReport, 'commands' | 'players'>;
type Told =
  | RawDecision
  | { type: 'chance'; command: number; chance: number[] }
  | { type: 'progress'; commands: number; all: number };

const share = (millionths: number): number => millionths / 1e6;

const COUNTS = new Set(['decisions', 'agreed']);

function tallyOf(raw: RawTally): Tally {
  const shares = Object.entries(raw).map(([key, n]) => [key, COUNTS.has(key) ? n : share(n)]);
  return Object.fromEntries(shares) as Tally;
}

function decisionOf({ type: _, ...raw }: RawDecision): Decision {
  return { ...raw, cost: share(raw.cost), margin: share(raw.margin) };
}

const badMatch = (damage: Damage): BadMatch => new BadMatch(damage.line, damage.error, damage.message);

/** Reads a match file; throws BadMatch, with a sentence in `lang`, if it is not a valid one. */
export async function openReplay(engine: Engine, text: string, lang: Lang): Promise<Replay> {
  const module = await engine.whole();
  const instance = await Instance.make(module);
  const size = instance.give(text);
  const damage = instance.answer<Damage>(instance.c.replay_begin(size, instance.numberOf(lang)));
  if (damage) throw badMatch(damage);
  const head = instance.answer<Head | Damage>(instance.c.replay_head())!;
  if ('error' in head) throw badMatch(head);
  const replay = new FileReplay(engine, module, instance, text, head);
  await replay.readAll();
  return replay;
}
