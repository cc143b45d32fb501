/*
 * lesson.ts - the current step of the lesson: its table, and its texts.
 */
import { signal } from '@preact/signals';
import { type LessonNow, LessonTable } from '../local/lesson.js';
import { engine } from './engine.js';
import { Game } from './game.js';
import { lang } from './prefs.js';

export class Lesson {
  readonly game = signal<Game | null>(null);
  readonly now = signal<LessonNow | null>(null);

  private constructor(private readonly table: LessonTable) {}

  static async open(): Promise<Lesson> {
    return new Lesson(await LessonTable.open(await engine()));
  }

  /** Every step has a fresh table of its own. */
  begin(step: number): void {
    const { table } = this;
    const game = new Game(table.next(), true, {
      send: (message) => table.send(message),
      request: () => Promise.reject(new Error('nothing is asked here')),
    });
    table.onmessage = (message) => {
      game.hear(message);
      if (message.type === 'error') game.notice.value = null; // the lesson answers
      this.now.value = table.now(lang.value);
    };
    table.begin(step, lang.value);
    this.game.value = game;
  }
}
