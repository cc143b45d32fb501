/*
 * engine.ts - the game's C code in this page: src/wasm/exports.h, and what it says in words.
 *
 * The module is compiled once. Each table, replay and worker has an instance of its own, and
 * one more answers questions.
 */
import type {
  Ask,
  Card,
  Color,
  Command,
  DailyDeal,
  GameEvent,
  Lang,
  Options,
  Reader,
  Refusal,
  RuleCardKit,
  RuleMatrix,
  RuleSet,
  RulesInWords,
  Side,
  View,
  Words,
} from './api.js';

/** Exports of the module. Numbers are sizes of texts, addresses, or as in exports.h. */
interface Exports {
  memory: WebAssembly.Memory;
  in(size: number): number;
  out(): number;
  learn(lang: number, size: number): number;
  table_begin(size: number, lang: number, how: number, seat: number, low: number, high: number, now: number): number;
  table_resume(size: number, lang: number, how: number, seat: number, low: number, high: number, now: number): number;
  table_do(size: number, now: number): number;
  table_tick(now: number): number;
  table_due(): number;
  table_leave(seat: number, away: number, now: number): void;
  table_speak(lang: number): void;
  table_now(): number;
  daily(size: number): number;
  daily_begin(size: number, lang: number, how: number, now: number): number;
  lesson_begin(number: number, lang: number, now: number): number;
  lesson_do(size: number, now: number): number;
  lesson_now(lang: number): number;
  thought_begin(): number;
  thought_at(): number;
  thought_size(): number;
  thought_think(): void;
  thought_end(now: number): number;
  words_matrix(lang: number): number;
  words_cards(lang: number): number;
  words_kit(lang: number): number;
  words_rules(size: number, lang: number): number;
  words_house(size: number, lang: number): number;
  words_ruleset(size: number, lang: number): number;
  words_effects(size: number, lang: number): number;
  words_tell(size: number, lang: number): number;
  words_why(size: number, lang: number): number;
  words_ranking(size: number, lang: number): number;
  words_ask(size: number, lang: number): number;
  replay_begin(size: number, lang: number): number;
  replay_next(): number;
  replay_at(): number;
  replay_size(): number;
  replay_where(): number;
  replay_head(): number;
  replay_show(seat: number, lang: number): number;
  replay_advise(size: number, command: number, playouts: number): number;
  replay_chances(size: number, playouts: number): number;
  replay_coach(size: number, playouts: number, seat: number, lang: number): number;
  record_read(size: number, seat: number): number;
  record_totals(size: number, lang: number): number;
  record_share(size: number, lang: number): number;
}

/** What the module reports while it runs. */
export interface Page {
  heard?: (line: string, text: string) => void;
  coached?: (text: string) => void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const NUMBERS: Record<Lang, number> = { en: 0, es: 1, 'es-ES': 2, 'es-419': 3 };

/** The language for a tag like "es-MX"; null: not supported. */
export function langOf(tag: string): Lang | null {
  if (/^es-es\b/i.test(tag)) return 'es-ES';
  if (/^es-/i.test(tag)) return 'es-419';
  return /^es$/i.test(tag) ? 'es' : /^en\b/i.test(tag) ? 'en' : null;
}

/** The variants of Spain and America, in the module's format. */
export const learned = new Map<Lang, Uint8Array>();

/** Adds English texts and their translation there. */
export function learnWords(lang: Lang, texts: Record<string, string>): void {
  learned.set(lang, encoder.encode(Object.entries(texts).flat().join('\0') + '\0'));
}

/** One instance of the module. */
export class Instance {
  private readonly speaks = new Map<Lang, Uint8Array>();

  private constructor(readonly c: Exports) {}

  static async make(module: WebAssembly.Module, page: Page = {}): Promise<Instance> {
    let instance: Instance | null = null;
    const text = (at: number, size: number): string => instance!.read(at, size);
    const made = await WebAssembly.instantiate(module, {
      page: {
        heard: (line: number, lineSize: number, at: number, size: number) =>
          page.heard?.(text(line, lineSize), text(at, size)),
        coached: (at: number, size: number) => page.coached?.(text(at, size)),
      },
    });
    instance = new Instance(made.exports as unknown as Exports);
    return instance;
  }

  read(at: number, size: number): string {
    return decoder.decode(new Uint8Array(this.c.memory.buffer, at, size));
  }

  /** Writes the text where the next call expects it; returns its size in bytes. */
  give(text: string): number {
    const bytes = encoder.encode(text);
    const at = this.c.in(bytes.length);
    if (at === 0) throw new RangeError('no memory');
    new Uint8Array(this.c.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  /** The module's number of the language; its words are handed over before first use, and again when more have come. */
  numberOf(lang: Lang): number {
    const words = learned.get(lang);
    if (words && this.speaks.get(lang) !== words) {
      const at = this.c.learn(NUMBERS[lang], words.length);
      if (at === 0) throw new RangeError('too many words');
      this.setBytes(at, words);
      this.speaks.set(lang, words);
    }
    return NUMBERS[lang];
  }

  /** The answer of a call that returned its size; null if there is none. */
  answer<T>(size: number): T | null {
    return size > 0 ? (JSON.parse(this.read(this.c.out(), size)) as T) : null;
  }

  /** A copy of some memory, and back. */
  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.c.memory.buffer, at, size).slice();
  }

  setBytes(at: number, bytes: Uint8Array): void {
    new Uint8Array(this.c.memory.buffer, at, bytes.length).set(bytes);
  }
}

/** What a Worker and node's stand-in for it have in common. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: never }) => void) | null;
  onerror: ((event: never) => void) | null;
  terminate(): void;
}

interface RulesAnswer {
  rules: string;
  options: Options;
  seats: number;
  clock: number;
  playable: number[];
  parts: ['title' | 'group' | 'sentence', string][];
  lesson: string;
}

/** A rule set that has been checked. */
export interface CheckedRules {
  rules: string;
  options: Options;
  seats: number;
  clock: number;
}

export const isRefusal = (answer: object): answer is Refusal => 'error' in answer;

export class Engine implements Words {
  private coming: Promise<WebAssembly.Module> | null = null;
  private readonly matrices = new Map<Lang, RuleMatrix>();
  private readonly kits = new Map<Lang, RuleCardKit>();
  private readonly names = new Map<Lang, Record<string, string>>();

  constructor(
    readonly module: WebAssembly.Module,
    private readonly instance: Instance,
    /** Makes a worker that runs worker.ts; without one, experts think in the page. */
    readonly makeWorker: (() => WorkerLike) | null,
    private readonly loadWhole: (() => Promise<WebAssembly.Module>) | null,
  ) {}

  /** The module with all that exports.h has; `module` may be without the lesson, replays and records. */
  whole(): Promise<WebAssembly.Module> {
    if (!this.loadWhole) return Promise.resolve(this.module);
    this.coming ??= this.loadWhole().catch((error: unknown) => {
      this.coming = null;
      throw error;
    });
    return this.coming;
  }

  matrix(lang: Lang): RuleMatrix {
    return this.once(this.matrices, lang, this.instance.c.words_matrix);
  }

  kit(lang: Lang): RuleCardKit {
    return this.once(this.kits, lang, this.instance.c.words_kit);
  }

  cardName(card: Card, lang: Lang): string {
    return this.once(this.names, lang, this.instance.c.words_cards)[card] ?? card;
  }

  colorName(color: Color, lang: Lang): string {
    return this.cardName(color, lang);
  }

  /** The rules with everything filled in, or why they cannot be played. */
  check(rules: RuleSet, lang: Lang): CheckedRules | Refusal {
    return this.ask<RulesAnswer>(this.instance.c.words_rules, openingOf(rules), lang);
  }

  /** The rules that a rule-set file says, or what is wrong with it. */
  readRuleset(text: string, lang: Lang): CheckedRules | Refusal {
    const size = this.instance.give(text);
    return this.instance.answer<CheckedRules | Refusal>(this.instance.c.words_ruleset(size, this.instance.numberOf(lang)))!;
  }

  inWords(rules: RuleSet, lang: Lang): RulesInWords | Refusal {
    const answer = this.ask<RulesAnswer>(this.instance.c.words_rules, openingOf(rules), lang);
    if (isRefusal(answer)) return answer;
    const said: RulesInWords = { title: '', groups: [], seats: answer.playable, lesson: answer.lesson };
    for (const [part, text] of answer.parts) {
      if (part === 'title') said.title = text;
      else if (part === 'group') said.groups.push({ title: text, sentences: [] });
      else said.groups[said.groups.length - 1]?.sentences.push(text);
    }
    return said;
  }

  house(rules: RuleSet, lang: Lang): string {
    const answer = this.ask<{ house: string }>(this.instance.c.words_house, openingOf(rules), lang);
    return 'house' in answer ? answer.house : '';
  }

  sayEffects(effects: readonly string[], lang: Lang): { says: string } | Refusal {
    return this.ask<{ says: string }>(this.instance.c.words_effects, { effects }, lang);
  }

  tell(events: readonly GameEvent[], reader: Reader): string[] {
    const question = { events, names: reader.names, ...(reader.seat === null ? {} : { seat: reader.seat }) };
    const answer = this.ask<string[]>(this.instance.c.words_tell, question, reader.lang);
    return Array.isArray(answer) ? answer : events.map(() => '');
  }

  why(view: View, command: Command, reader: Reader): (Refusal & { misplay: boolean }) | null {
    const seated = { ...command, ...(view.seat === null ? {} : { seat: view.seat }) };
    const size = this.instance.give(`${JSON.stringify({ view, names: reader.names })}\n${JSON.stringify(seated)}`);
    const answer = this.instance.answer<Refusal & { misplay?: boolean }>(
      this.instance.c.words_why(size, this.instance.numberOf(reader.lang)),
    );
    return answer && { misplay: false, ...answer };
  }

  daily(date: string, name = ''): DailyDeal | null {
    return this.instance.answer<DailyDeal>(this.instance.c.daily(this.instance.give(`${date} ${name}`)));
  }

  ranking(view: View): Side[] {
    const answer = this.ask<Side[]>(this.instance.c.words_ranking, view, 'en');
    return Array.isArray(answer) ? answer : [];
  }

  asked(view: View, legal: readonly Command[], marked: number, { names, lang }: Reader): Ask | null {
    const answer = this.ask<Ask>(this.instance.c.words_ask, { view, legal, marked, names }, lang);
    if (isRefusal(answer)) return null;
    for (const option of answer.options) option.label = option.label.charAt(0).toUpperCase() + option.label.slice(1);
    return answer;
  }

  private once<T>(known: Map<Lang, T>, lang: Lang, ask: (lang: number) => number): T {
    let answer = known.get(lang);
    if (!answer) {
      answer = this.instance.answer<T>(ask(this.instance.numberOf(lang)))!;
      known.set(lang, answer);
    }
    return answer;
  }

  private ask<T>(call: (size: number, lang: number) => number, question: object, lang: Lang): T | Refusal {
    const size = this.instance.give(JSON.stringify(question));
    return this.instance.answer<T | Refusal>(call(size, this.instance.numberOf(lang)))!;
  }
}

function openingOf(rules: RuleSet): object {
  return {
    do: 'new',
    rules: rules.rules ?? 'oficial',
    ...(rules.options ? { options: rules.options } : {}),
    ...(rules.seats ? { players: rules.seats } : {}),
  };
}

type Source = BufferSource | Response | PromiseLike<Response>;

/** Compiles while loading, if the server declares WebAssembly. */
async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const response = await source;
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Loads the game; `makeWorker` makes a worker that runs worker.ts. `whole`: `source` is only for a first game. */
export async function loadEngine(
  source: Source,
  makeWorker: (() => WorkerLike) | null = null,
  whole: (() => Source) | null = null,
): Promise<Engine> {
  const module = await compile(source);
  return new Engine(module, await Instance.make(module), makeWorker, whole && (() => compile(whole())));
}
