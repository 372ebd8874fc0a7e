import { expect, test } from 'vitest';
import { pauseBeforePoll } from './next-poll.ts';
import type { LearnedOutcome } from '#common/payments/submission-outcome.wire.ts';
import { type Attempt, NOT_RECEIVED_AFTER_MS, untilKnown } from './until-known.ts';

const lost: Attempt = { kind: 'lost' };
const made: Attempt = { kind: 'made', referenceNumber: 'REF' };
const refused = (code: string, status = 200) => ({ kind: 'refused', status, codes: [code] }) as const;
const notReceived: LearnedOutcome = { kind: 'notReceived' };
const inProgress: LearnedOutcome = { kind: 'inProgress', referenceNumber: 'REF' };
const wasMade: LearnedOutcome = { kind: 'made', referenceNumber: 'REF' };

/** Plays attempts and answers in order; null simulates a page that has only the key. */
async function play(attempts: readonly Attempt[] | null, answers: readonly (LearnedOutcome | undefined)[], ageMs = 0) {
  const sends = [...(attempts ?? [])];
  const asks = [...answers];
  const next = <Value>(values: Value[]): Value => {
    if (values.length === 0) throw new Error('unexpected question');
    return values.shift() as Value;
  };
  const end = await untilKnown({
    send: attempts && (async () => next(sends)),
    ask: async () => next(asks),
    pause: async (asked) => asked < answers.length,
    ageMs: () => ageMs,
  });
  return { end, unsent: sends.length, unasked: asks.length };
}

test.each([
  ['an answer is the end', [made], [], made],
  ['a refusal is the end', [{ kind: 'refused', result: refused('Declined') }], [], undefined],
  ['a lost answer is asked for', [lost], [wasMade], made],
  ['it is asked for until it is known', [lost], [undefined, inProgress, undefined, wasMade], made],
  ['what never arrived is sent again', [lost, made], [notReceived], made],
  ['what never arrived twice is sent a third time', [lost, lost, made], [undefined, notReceived, notReceived], made],
] as const)('%s', async (_name, attempts, answers, expected) => {
  const { end, unsent, unasked } = await play(attempts, answers);
  expect(end).toEqual(expected ?? attempts[0]);
  expect([unsent, unasked]).toEqual([0, 0]);
});

test.each<[LearnedOutcome, object]>([
  [
    { kind: 'made', referenceNumber: null },
    { kind: 'made', referenceNumber: null },
  ],
  [
    { kind: 'pending', referenceNumber: 'REF' },
    { kind: 'made', referenceNumber: 'REF', pending: true },
  ],
  [{ kind: 'unknown' }, { kind: 'unknown' }],
])('an outcome without a number, or that the server lost, is final: %o', async (answer, end) => {
  expect((await play(null, [inProgress, answer])).end).toEqual(end);
});

test('a refusal learned by asking has its original code', async () => {
  const { end } = await play([lost], [{ kind: 'refused', code: 'OverLimit' }]);
  expect(end).toEqual({ kind: 'refused', result: refused('OverLimit') });
});

test('a doubtful answer is a refusal once nothing was recorded under the key, and is not sent again', async () => {
  const { end, unsent } = await play([{ kind: 'doubtful', result: refused('Generic') }, made], [notReceived]);
  expect(end).toEqual({ kind: 'refused', result: refused('Generic') });
  expect(unsent).toBe(1);
});

test('a request is sent again if the server failed before recording it', async () => {
  const { end } = await play([{ kind: 'doubtful', result: refused('', 500) }, made], [notReceived]);
  expect(end).toEqual(made);
});

test('with only the key left, a request counts as not received only after it can no longer arrive', async () => {
  expect((await play(null, [notReceived], NOT_RECEIVED_AFTER_MS)).end).toBeUndefined();
  expect((await play(null, [notReceived], NOT_RECEIVED_AFTER_MS + 1)).end).toEqual({ kind: 'notReceived' });
  expect((await play(null, [wasMade], 0)).end).toEqual(made);
});

test('pauses between questions grow', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map(pauseBeforePoll)).toEqual([
    0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ]);
});
