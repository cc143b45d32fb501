/*
 * worker.ts - runs in a worker: experts that think, and the coach.
 */
import { judgeIn, type Result, type Task, thinkIn } from './thinker.js';
import { Instance, learned } from './engine.js';

const scope = self as unknown as {
  postMessage(message: Result): void;
  onmessage: (event: { data: Task }) => void;
};

let loading: Promise<Instance> | null = null;

async function work(task: Task): Promise<void> {
  if (task.do === 'load') {
    task.learned?.forEach((words, lang) => learned.set(lang, words));
    loading = Instance.make(task.module, { coached: (told) => scope.postMessage({ told }) });
    return;
  }
  const instance = await loading!;
  if (task.do === 'think') {
    scope.postMessage({ thought: thinkIn(instance, task.thought) });
    return;
  }
  scope.postMessage({ answer: judgeIn(instance, task) });
}

scope.onmessage = (event) => {
  // An exception here must become an error of the worker, so that its owner notices.
  work(event.data).catch((error: unknown) =>
    setTimeout(() => {
      throw error;
    }),
  );
};
