/*
 * lesson.ts - the lesson at a table in this page, with the messages of a server.
 *
 * What it teaches and says is src/table/lesson_steps.c, as in the terminal.
 */
import type { ClientMessage, EventMessage, Lang, Refusal, ServerMessage, TableMessage } from './api.js';
import { type Engine, Instance } from './engine.js';
import { PLAYER } from './room.js';
import type { Seen } from './server.js';

/** What must be explained here, because it is new. */
export type LessonHow = '' | 'card' | 'draw' | 'challenge' | 'uno' | 'catch';

export interface LessonNow {
  /** From 0. */
  step: number;
  of: number;
  names: string[];
  title: string;
  /** The answer to the learner's last move, or ''. */
  answer: string;
  /** What to do, or what has happened; '' if the answer says it. */
  text: string;
  how: LessonHow;
  over: boolean;
}

export class LessonTable {
  onmessage: (message: ServerMessage) => void = () => {};
  private told: Seen[] = [];
  private match = 0;

  private constructor(private readonly instance: Instance) {}

  static async open(engine: Engine): Promise<LessonTable> {
    let table: LessonTable | null = null;
    const heard = (_line: string, text: string): void => void table!.told.push(JSON.parse(text) as Seen);
    table = new LessonTable(await Instance.make(await engine.whole(), { heard }));
    return table;
  }

  private get code(): string {
    return `lesson-${this.match}`;
  }

  /** Names the table of the next step: each has its own code. */
  next(): string {
    this.match++;
    return this.code;
  }

  /** Sets up the step at the table that `next` has named. */
  begin(step: number, lang: Lang): void {
    this.told = [];
    const refusal = this.instance.answer<Refusal>(this.instance.c.lesson_begin(step, this.instance.numberOf(lang), 0));
    if (refusal) throw new Error(refusal.message || refusal.error);
    this.onmessage(this.seats(this.now(lang).names));
    this.tell();
  }

  now(lang: Lang): LessonNow {
    return this.instance.answer<LessonNow>(this.instance.c.lesson_now(this.instance.numberOf(lang)))!;
  }

  /** Only commands matter. Answers come after it has returned, as from a server. */
  send(message: ClientMessage): void {
    if (message.type === 'do') queueMicrotask(() => this.command(message));
  }

  private command({ id = '', command }: Extract<ClientMessage, { type: 'do' }>): void {
    const size = this.instance.give(JSON.stringify({ ...command, seat: 0 }));
    const { answer, error, message } = this.instance.answer<Refusal & { answer: string }>(
      this.instance.c.lesson_do(size, 0),
    )!;
    const n = this.tell();
    if (answer === 'done') this.onmessage({ type: 'done', id, table: this.code, n });
    else if (error === 'lesson') this.onmessage({ type: 'error', id, table: this.code, error, message: '' }); // `now` says it
    else this.onmessage({ type: 'refused', id, table: this.code, error, message });
  }

  private tell(): number {
    const told = this.told;
    this.told = [];
    for (const { n, events, now } of told) {
      const event: EventMessage = { type: 'event', table: this.code, match: this.match, n, events, ...now, ends_in: null };
      this.onmessage(event);
    }
    return told[told.length - 1]?.n ?? 0;
  }

  private seats([name = '', ...others]: string[]): TableMessage {
    return {
      type: 'table',
      table: this.code,
      title: '',
      rules: 'oficial',
      options: {},
      clock: 0,
      public: false,
      status: 'playing',
      host: PLAYER,
      you: 0,
      seats: [
        { seat: 0, sits: 'person', name, player: PLAYER, here: true, away: false, salt: false },
        ...others.map((other, i) => ({ seat: i + 1, sits: 'bot' as const, name: other, bot: 'normal' })),
      ],
      watchers: 0,
      commitment: '',
      match: this.match,
      n: 0,
      key: null,
      programs: [],
    };
  }
}
