import { parentPort } from 'node:worker_threads';
import { estimateWeakness } from './estimate-weakness.ts';
import type { WeaknessAnswer, WeaknessQuestion } from './find-weakness.ts';

parentPort?.on('message', (question: WeaknessQuestion) => void answer(question));

async function answer({ id, password, knowledge }: WeaknessQuestion): Promise<void> {
  const answered: WeaknessAnswer = { id, weakness: await estimateWeakness(password, knowledge) };
  // Threads have no origin; the rule means windows.
  // oxlint-disable-next-line require-post-message-target-origin
  parentPort?.postMessage(answered);
}
