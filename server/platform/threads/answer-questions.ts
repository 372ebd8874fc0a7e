import { parentPort } from 'node:worker_threads';

export type ThreadAnswer<Answer> = { readonly answer: Answer } | { readonly problem: Error };

/** Answers the questions of a `WorkerThread`. Called once by its script, which names the type of the question. */
export function answerQuestions(answer: (question: never) => unknown): void {
  parentPort?.on('message', (question: unknown) => void sendAnswer(() => answer(question as never)));
}

async function sendAnswer(answer: () => unknown): Promise<void> {
  let answered: ThreadAnswer<unknown>;
  try {
    answered = { answer: await answer() };
  } catch (error) {
    answered = { problem: error instanceof Error ? error : new Error(String(error)) };
  }
  // The rule is about windows; worker threads have no origin.
  // oxlint-disable-next-line require-post-message-target-origin
  parentPort?.postMessage(answered);
}
