/*
 * worker.ts - runs in a worker: experts that think, and the coach.
 */
import { type Result, type Task, thinkIn } from './brain.js';
import { Instance } from './engine.js';

const scope = self as unknown as {
  postMessage(message: Result): void;
  onmessage: (event: { data: Task }) => void;
};

let loading: Promise<Instance> | null = null;

async function work(task: Task): Promise<void> {
  if (task.do === 'load') {
    loading = Instance.make(task.module, { coached: (told) => scope.postMessage({ told }) });
    return;
  }
  const instance = await loading!;
  if (task.do === 'think') {
    scope.postMessage({ thought: thinkIn(instance, task.thought) });
    return;
  }
  const size = instance.give(task.text);
  const written =
    task.do === 'advise'
      ? instance.c.replay_advise(size, task.command, task.playouts)
      : instance.c.replay_coach(size, task.playouts, task.seat);
  scope.postMessage({ answer: instance.answer(written) });
}

scope.onmessage = (event) => {
  // What goes wrong here must be an error of the worker, which its owner hears of.
  work(event.data).catch((error: unknown) =>
    setTimeout(() => {
      throw error;
    }),
  );
};
