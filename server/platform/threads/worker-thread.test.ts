import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { WorkerThread } from './worker-thread.ts';

const answerQuestions = pathToFileURL(path.join(import.meta.dirname, 'answer-questions.ts')).href;

/** Doubles numbers; can also throw, crash, exit, hang, and die right after an answer. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { answerQuestions } from '${answerQuestions}';
    answerQuestions((question) => {
      if (question === 'throw') throw new RangeError('The page is too small');
      if (question === 'crash') setImmediate(() => { throw new Error('out of ink'); });
      if (question === 'exit') process.exit(3);
      if (question === 'hang') for (;;);
      if (typeof question === 'string') return new Promise(() => {});
      return question * 2;
    });
  `)}`,
);

function createThread({ maxWaiting = 10, maxMs = 30_000 } = {}) {
  return new WorkerThread<number | string | (() => void), number>(script, { maxWaiting, maxMs });
}

it('questions are answered in order', async () => {
  const thread = createThread();
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((number) => thread.ask(number).then((answer) => order.push(answer))));
  expect(order).toEqual([2, 4, 6]);
});

it.each([
  ['throws', 'throw', 'The page is too small'],
  ['crashes', 'crash', 'A worker thread ended: out of ink'],
  ['exits', 'exit', 'A worker thread ended: exit code 3'],
  ['hangs', 'hang', 'A worker thread ended: no answer within 1000 ms'],
])(
  'a question whose computation %s fails with the reason, and the ones behind it are answered',
  async (_, question, reason) => {
    const thread = createThread({ maxMs: question === 'hang' ? 1_000 : 30_000 });
    const [before, failed, behind] = await Promise.allSettled([thread.ask(1), thread.ask(question), thread.ask(2)]);
    expect(before).toEqual({ status: 'fulfilled', value: 2 });
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: reason } });
    expect(behind).toEqual({ status: 'fulfilled', value: 4 });
    expect(await thread.ask(3)).toBe(6);
  },
);

it("a question that can't be sent fails, and the next one is answered", async () => {
  const thread = createThread();
  await expect(thread.ask(() => undefined)).rejects.toThrow('could not be cloned');
  expect(await thread.ask(3)).toBe(6);
});

it('a question is refused when too many wait, and accepted when they are answered', async () => {
  const thread = createThread({ maxWaiting: 2 });
  const accepted = [1, 2, 3].map((number) => thread.ask(number));
  await expect(thread.ask(4)).rejects.toMatchObject({ status: 503, message: 'Unavailable' });
  expect(await Promise.all(accepted)).toEqual([2, 4, 6]);
  expect(await thread.ask(4)).toBe(8);
});
