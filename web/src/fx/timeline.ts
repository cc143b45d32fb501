/*
 * timeline.ts - what is still to happen on a stage: jobs in their time and cards in the air, which can be hurried to their
 * end or dropped together.
 */

/** What an Animation of the browser can do, as far as a timeline needs it. */
interface Moving {
  finish(): void;
  cancel(): void;
  readonly finished: Promise<unknown>;
}

interface Job {
  due: number;
  run: () => void;
  timer: ReturnType<typeof setTimeout>;
  /** Its time is for reading: it is not hurried. */
  reads: boolean;
}

export class Timeline {
  private readonly jobs = new Set<Job>();
  private readonly moving = new Set<Moving>();

  /** Does it in so many milliseconds; the answer calls it off. */
  at(ms: number, run: () => void, reads = false): () => void {
    const job: Job = { due: performance.now() + ms, run, reads, timer: setTimeout(() => this.take(job) && run(), ms) };
    this.jobs.add(job);
    return () => void this.take(job);
  }

  /** Resolves when the animation has come to its end, also if it was hurried or dropped. */
  async moves(animation: Moving): Promise<void> {
    this.moving.add(animation);
    await animation.finished.catch(() => {});
    this.moving.delete(animation);
  }

  /** Something is still on its way. */
  get busy(): boolean {
    return this.moving.size > 0 || [...this.jobs].some((job) => !job.reads);
  }

  /** All that is on its way arrives now, in its order; what is only there to be read keeps its time. */
  hurry(): void {
    for (const animation of [...this.moving]) animation.finish();
    const due = [...this.jobs].filter((job) => !job.reads).sort((a, b) => a.due - b.due);
    for (const job of due) if (this.take(job)) job.run();
  }

  /** Nothing of it happens. */
  cancel(): void {
    for (const job of [...this.jobs]) this.take(job);
    for (const animation of [...this.moving]) animation.cancel();
  }

  private take(job: Job): boolean {
    clearTimeout(job.timer);
    return this.jobs.delete(job);
  }
}
