import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import type { PaymentInfo } from '#common/payments/payments.api.ts';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/platform/config.ts';
import { achBody, cardBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, debitFee } from '#tests/builders/payment-scene.ts';
import { type Borrower, makeCrowd } from '#tests/faults/crowd.ts';
import { makeDatabase, type PostgresServer } from '#tests/support/postgres.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { type Figure, percentile } from './figure.ts';
import { settle } from './settle.ts';
import { BUSINESS_DAY } from './with-services.ts';

const A_SECOND = 100;
const SECONDS = 20;
const WARM_UP_SECONDS = 5;
/** Each borrower is used again after two seconds, since a loan with a payment in progress refuses another. */
const BORROWERS = 2 * A_SECOND;

interface Submission {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Measures payment latency at a fixed arrival rate: recorded, sent to the processor or the bank, and posted. Half are
 * card payments, including the processor's time.
 */
export async function measurePayments(postgres: PostgresServer): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-bench-'));
  const environment = {
    PASSBOOK_MODE: 'test',
    PASSBOOK_NOW: BUSINESS_DAY,
    PASSBOOK_DATA: folder,
    PASSBOOK_LOG_LEVEL: 'error',
    PASSBOOK_FIELD_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: await makeDatabase(postgres.url, 'passbook_bench_payments'),
  };
  try {
    const { services, close } = await compose(readConfig(environment));
    const crowd = await makeCrowd(BORROWERS, services);
    await close();
    const server = await startServerProcess(environment, { built: true });
    try {
      const submissions = await Promise.all(crowd.map((borrower, index) => prepare(server.url, borrower, index % 2)));
      await payEvenly(server.url, submissions, WARM_UP_SECONDS);
      await settle(environment.DATABASE_URL);
      return [figure(await payEvenly(server.url, submissions, SECONDS))];
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(
  url: string,
  { headers, accountNumber, loginName }: Borrower,
  kind: number,
): Promise<Submission> {
  const response = await fetch(`${url}/api/PaymentInformation/GetPaymentInfo?accountNumber=${accountNumber}`, {
    headers,
  });
  const info = (await response.json()) as PaymentInfo;
  const byCard = kind === 0;
  const method = byCard ? cardBody(accountNumber) : achBody(accountNumber);
  const body = submissionBody({ info, loginName, amount: 1, method, fee: byCard ? debitFee : achFee });
  return {
    path: byCard ? '/api/PaymentImmediate/SubmitCard' : '/api/PaymentImmediate/SubmitAch',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/**
 * Sends one payment every 10 ms, without waiting for earlier ones.
 * Returns the latency of each in milliseconds, from its scheduled time.
 */
async function payEvenly(url: string, submissions: readonly Submission[], seconds: number): Promise<number[]> {
  const startedAt = performance.now();
  const waiting: Promise<number>[] = [];
  for (let index = 0; index < seconds * A_SECOND; index += 1) {
    const dueAt = startedAt + (index * 1_000) / A_SECOND;
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    const submission = submissions[index % submissions.length];
    if (submission) waiting.push(pay(url, submission).then(() => performance.now() - dueAt));
  }
  return Promise.all(waiting);
}

async function pay(url: string, { path, headers, body }: Submission): Promise<void> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, [IDEMPOTENCY_HEADER]: randomUUID() },
    body,
  });
  const answer = (await response.json()) as { HasNoErrors: boolean };
  if (!answer.HasNoErrors) throw new Error(`A payment failed: ${JSON.stringify(answer)}`);
}

function figure(milliseconds: readonly number[]): Figure {
  const slowest = percentile(milliseconds, 99);
  return {
    what: `Payments by card and bank account, ${A_SECOND} a second: 99 of 100 are answered within`,
    measured: `${slowest.toFixed(0)} ms`,
    bar: '< 250 ms',
    met: slowest < 250,
    against: `half of them within ${percentile(milliseconds, 50).toFixed(0)} ms; ${milliseconds.length} payments`,
  };
}
