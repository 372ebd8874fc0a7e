import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentInfo } from '#common/payments/payments.api.ts';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import { achBody, cardBody, submissionBody, type SubmissionAnswer } from '#tests/builders/payment-calls.ts';
import { achFee, debitFee } from '#tests/builders/payment-scene.ts';
import type { Borrower } from './crowd.ts';

/** Mostly good cards; the rest decline or leave the outcome unknown, with or without a charge. */
function pickCard(random: SeededRandom): string {
  const odd = random.pick(['4000000000000002', '4000000000000119', '4000000000000200']);
  return random.next() < 0.8 ? '4242424242424242' : odd;
}

export interface Attempt {
  readonly key: string;
  readonly borrower: Borrower;
  readonly path: string;
  readonly body: object;
  /** The server's answers, in order; empty without any. */
  readonly answers: string[];
}

export interface PayerRecord {
  readonly attempts: Attempt[];
  cut: number;
  /** Requests without an answer for another reason. */
  lost: number;
  /** Answers that the database is unavailable. */
  unavailable: number;
  /** Answers no customer should get. */
  readonly unexpected: string[];
}

export interface AskSettings {
  readonly random: SeededRandom;
  readonly record: PayerRecord;
  /** The servers to send to, alive or not. */
  readonly addresses: readonly [string, ...string[]];
}

export interface PayerSettings extends AskSettings {
  readonly stopping: AbortSignal;
}

/** Simulates a customer who pays loan after loan, loses connections, and asks again. */
export async function payOnAndOn(
  borrowers: readonly [Borrower, ...Borrower[]],
  settings: PayerSettings,
): Promise<void> {
  while (!settings.stopping.aborted) {
    const borrower = settings.random.pick(borrowers);
    const info = await askForInfo(borrower, settings);
    if (info) await payOnce(borrower, info, settings);
    else await sleep(settings.random.between(200, 1_000));
  }
}

async function payOnce(borrower: Borrower, info: PaymentInfo, settings: PayerSettings): Promise<void> {
  const { random, record } = settings;
  const attempt = makeAttempt(borrower, info, random, pickCard(random));
  record.attempts.push(attempt);
  for (let sent = 0; sent < 5 && !settings.stopping.aborted; sent += 1) {
    const copies = random.next() < 0.1 ? 3 : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => submit(attempt, settings)));
    if (answers.some((answer) => answer !== undefined && answer !== 'Generic')) return;
    await sleep(random.between(100, 500));
  }
}

export function makeAttempt(borrower: Borrower, info: PaymentInfo, random: SeededRandom, CardNumber: string): Attempt {
  const { loginName, accountNumber } = borrower;
  const amount = random.between(100, 5_000) / 100;
  const byCard = random.next() < 0.7;
  const method = byCard ? cardBody(accountNumber, { CardNumber }) : achBody(accountNumber);
  return {
    key: crypto.randomUUID(),
    borrower,
    path: byCard ? '/api/PaymentImmediate/SubmitCard' : '/api/PaymentImmediate/SubmitAch',
    body: submissionBody({ info, loginName, amount, method, fee: byCard ? debitFee : achFee }),
    answers: [],
  };
}

/** @returns the reference number, the code of an error, or nothing without an answer. */
async function submit(attempt: Attempt, settings: PayerSettings): Promise<string | undefined> {
  const { random, record } = settings;
  const cutAfterMs = random.next() < 0.2 ? random.between(1, 150) : undefined;
  const answer = await sendAttempt(attempt, random.pick(settings.addresses), cutAfterMs, record);
  if (answer !== undefined) attempt.answers.push(answer);
  return answer;
}

export async function sendAttempt(
  attempt: Attempt,
  address: string,
  cutAfterMs: number | undefined,
  record: PayerRecord,
): Promise<string | undefined> {
  try {
    const response = await fetch(new URL(attempt.path, address), {
      method: 'POST',
      headers: { ...attempt.borrower.headers, 'content-type': 'application/json', 'idempotency-key': attempt.key },
      body: JSON.stringify(attempt.body),
      signal: AbortSignal.timeout(cutAfterMs ?? 30_000),
    });
    const text = await response.text();
    if (response.status === 503) {
      record.unavailable += 1;
      return undefined;
    }
    if (response.status !== 200) {
      record.unexpected.push(`${response.status} ${text}`);
      return undefined;
    }
    const answer = JSON.parse(text) as SubmissionAnswer;
    return answer.ReferenceNumber ?? answer.Errors[0]?.ErrorMessage;
  } catch {
    if (cutAfterMs === undefined) record.lost += 1;
    else record.cut += 1;
    return undefined;
  }
}

/** Returns undefined without an answer, or while the loan has an unsettled payment. */
export async function askForInfo(
  { accountNumber, headers }: Borrower,
  { random, record, addresses }: AskSettings,
): Promise<PaymentInfo | undefined> {
  const path = `/api/PaymentInformation/GetPaymentInfo?accountNumber=${accountNumber}`;
  try {
    const response = await fetch(new URL(path, random.pick(addresses)), {
      headers,
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    if (response.status === 503) {
      record.unavailable += 1;
      return undefined;
    }
    const info = JSON.parse(text) as PaymentInfo;
    if (info.HasNoErrors) return info;
    if (info.Errors[0]?.ErrorMessage !== 'Unsettled') record.unexpected.push(`${response.status} ${text}`);
  } catch {
    record.lost += 1;
  }
  return undefined;
}
