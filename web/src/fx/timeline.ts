/*
 * timeline.ts - what a stage still has to show: timed jobs and flying cards, which can be hurried
 * to their end or dropped together.
 */

/** The part of the browser's Animation that a timeline needs. */
interface Moving {
  finish(): void;
  cancel(): void;
  readonly finished: Promise<unknown>;
}

interface Job {
  due: number;
  run: () => void;
  timer: ReturnType<typeof setTimeout>;
  /** The time is for reading: it is not shortened. */
  reads: boolean;
}

export class Timeline {
  private readonly jobs = new Set<Job>();
  private readonly moving = new Set<Moving>();

  /** Runs it after `ms` milliseconds; the result cancels it. */
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

  /** Is anything still pending? */
  get busy(): boolean {
    return this.moving.size > 0 || [...this.jobs].some((job) => !job.reads);
  }

  /** Finishes everything in its order; what is there to be read keeps its time. */
  hurry(): void {
    for (const animation of [...this.moving]) animation.finish();
    const due = [...this.jobs].filter((job) => !job.reads).sort((a, b) => a.due - b.due);
    for (const job of due) if (this.take(job)) job.run();
  }

  /** Drops everything. */
  cancel(): void {
    for (const job of [...this.jobs]) this.take(job);
    for (const animation of [...this.moving]) animation.cancel();
  }

  private take(job: Job): boolean {
    clearTimeout(job.timer);
    return this.jobs.delete(job);
  }
}
