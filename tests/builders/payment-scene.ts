import { sql } from 'kysely';
import type { AchMethodBody, CardMethodBody } from '#common/payments/payment-shapes.api.ts';
import type { Options } from '#common/contract/all-options.ts';
import { createApp } from '#server/app.ts';
import type { Host } from '#server/host/host.ts';
import { reportAnswer, type ReportedCharge } from '#server/payments-network/network.wire.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import type { Services } from '#server/services.ts';
import { achBody, cardBody, paymentCalls, submissionBody, type SubmissionBody } from './payment-calls.ts';
import { createTestApp, type SignedInCaller, type TestApp, type TestAppOptions } from './test-app.ts';

/** The demonstration's fees for a debit card and a bank account, in dollars. */
export const debitFee = 3;
export const achFee = 2;

/** Li Wei owes this loan and has no saved method. */
const loginName = 'li.wei';
const customerId = '400102';
const loan = '101-005520-1';

export type PaymentScene = Awaited<ReturnType<typeof createPaymentScene>>;

/** Starts a server with Li Wei signed in and about to pay, and a clock that doesn't move. */
export async function createPaymentScene(options: TestAppOptions = {}) {
  const testApp = await createTestApp(options);
  const caller = await testApp.signIn(loginName);
  const calls = paymentCalls(caller);
  return {
    testApp,
    caller,
    calls,
    loan,
    async cardSubmission(amount: number, changes: Partial<CardMethodBody> = {}): Promise<SubmissionBody> {
      const info = await calls.info(loan);
      return submissionBody({ info, loginName, amount, method: cardBody(loan, changes), fee: debitFee });
    },
    async achSubmission(amount: number, changes: Partial<AchMethodBody> = {}): Promise<SubmissionBody> {
      const info = await calls.info(loan);
      return submissionBody({ info, loginName, amount, method: achBody(loan, changes), fee: achFee });
    },
    effects: () => readEffects(testApp),
    charges: () => readCharges(testApp),
    callsUnder: (changes: Partial<Options>, by: SignedInCaller = caller) => callsUnder(testApp, by, changes),
    callsWithHost: (host: Partial<Host>, options: Partial<Options> = {}, by: SignedInCaller = caller) => {
      const { services } = testApp;
      const { institution } = services;
      const changed = { ...institution, options: { ...institution.options, ...options } };
      return callsWith({ ...services, institution: changed, host: { ...services.host, ...host } }, by);
    },
    callsAt: (clock: Clock, by: SignedInCaller) => callsWith({ ...testApp.services, clock }, by),
  };
}

/** Reads everything a payment can change, in the portal and at the processor. */
async function readEffects({ services, ...testApp }: TestApp) {
  const { rows } = await sql<{ payments: number; transfers: number; entries: number }>`
    select (select count(*) from payments) as payments,
      (select count(*) from transfers where payment_id is not null) as transfers,
      (select count(*) from ach_entries) as entries`.execute(services.database);
  const [{ payments, transfers, entries } = { payments: 0, transfers: 0, entries: 0 }] = rows;
  const found = await services.host.findLoan(customerId, loan, services.clock.today());
  const approved = (await readCharges(testApp)).filter(({ state }) => state === 'approved');
  return { payments, transfers, entries, charges: approved.length, principalCents: found?.principalCents ?? 0 };
}

async function readCharges({ sandboxUrl }: Pick<TestApp, 'sandboxUrl'>): Promise<ReportedCharge[]> {
  const response = await fetch(new URL('/charges', sandboxUrl));
  return reportAnswer.parse(await response.json()).charges;
}

function callsUnder({ services }: TestApp, caller: SignedInCaller, changes: Partial<Options>) {
  const { institution } = services;
  const options = { ...institution.options, ...changes };
  return callsWith({ ...services, institution: { ...institution, options } }, caller);
}

async function callsWith(services: Services, caller: SignedInCaller) {
  const app = await createApp({ ...services, metrics: createMetrics() });
  return paymentCalls({
    ...caller,
    call: (request) => app.inject({ ...request, headers: { ...caller.headers, ...request.headers } }),
  });
}

/** Changes the details, method or other parts of a submission. */
export function withDetails(
  body: SubmissionBody,
  details: Partial<SubmissionBody['Payment']['Details']>,
): SubmissionBody {
  return withPayment(body, { Details: { ...body.Payment.Details, ...details } });
}

export function withMethod(body: SubmissionBody, method: object): SubmissionBody {
  return withPayment(body, { Method: method });
}

export function withPayment(body: SubmissionBody, payment: Partial<SubmissionBody['Payment']>): SubmissionBody {
  return { ...body, Payment: { ...body.Payment, ...payment } };
}

export function codeOf(answer: { readonly Errors: readonly { readonly ErrorMessage: string }[] }): string | undefined {
  return answer.Errors[0]?.ErrorMessage;
}
