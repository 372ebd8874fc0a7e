import { parentPort } from 'node:worker_threads';
import { estimateWeakness } from './estimate-weakness.ts';
import type { WeaknessAnswer, WeaknessQuestion } from './find-weakness.ts';

parentPort?.on('message', ({ id, password, knowledge }: WeaknessQuestion) => {
  void estimateWeakness(password, knowledge).then((weakness) => {
    const answer: WeaknessAnswer = { id, weakness };
    // Threads have no origin; the rule means windows.
    // oxlint-disable-next-line require-post-message-target-origin
    parentPort?.postMessage(answer);
  });
});
