import type { Day } from '#common/core/dates.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { HostUnavailable } from '#server/host/host-errors.ts';
import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import type { Services } from '#server/services.ts';
import { type DueReference, giveBackClaims, noteAllDue, noteSubmitProblem } from './due-payments.queries.ts';
import { hasUnknownOutcome, type Payment } from '#server/payments/payments.queries.ts';
import { claimDueRecurring, type Recurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import { releasePayment, type ReleaseResult } from '#server/payments/schedules/release-payment.command.ts';
import { runRecurring } from '#server/payments/schedules/run-recurring.command.ts';
import { claimDuePayments } from '#server/payments/schedules/scheduled-payments.queries.ts';

/** How much one process takes in hand at once. */
const BATCH_SIZE = 1_000;

/** How long it may have it in hand; then it is taken to have died. */
const CLAIM_MS = 300_000;

/** How many payments are under way at once; a processor that is silent holds up no more than these. */
const AT_ONCE = 8;

/** No charge has this sequence: the report after it is empty, and says only that the processor answers. */
const AFTER_EVERY_CHARGE = Number.MAX_SAFE_INTEGER;

const HOST_SILENT = 'The system that keeps the accounts gives no answer';
const SILENT = 'The card processor gives no answer';
const UNSETTLED = 'An earlier payment of the loan has no outcome yet';

/**
 * Submits every scheduled and recurring payment whose day has come, the oldest
 * day first. May run twice, in several processes at once, and be killed at any
 * moment: each payment is made once, and what was missed is caught up. A payment
 * that cannot be submitted keeps no other from it; the reason is noted with it.
 * @param through the last day whose payments are submitted.
 * @returns how many were dealt with.
 */
export async function runDuePayments(
  services: Services,
  stopping: AbortSignal,
  through: Day = services.clock.today(),
): Promise<number> {
  // While the books are closed for the night nothing is posted; the next run finds the same.
  if (await isUnderMaintenance(services.database)) return 0;
  const drafts = await runMethod({ services, stopping, through, method: 'ACH', silent: null });
  // Drafts go first: a card processor that is slow must not keep them from their bank file.
  const isSilent = (await hasUnknownOutcome(services.database)) && !(await processorAnswers(services));
  const cards = await runMethod({ services, stopping, through, method: 'Card', silent: isSilent ? SILENT : null });
  return drafts + cards;
}

interface Run {
  readonly services: Services;
  readonly stopping: AbortSignal;
  readonly through: Day;
  readonly method: PaymentType;
  /** Why nothing more is submitted: the host or the card processor is down, and a try would only become one more unknown outcome. */
  silent: string | null;
}

async function runMethod(run: Run): Promise<number> {
  const submitted = (await work(run, scheduledPayments)) + (await work(run, recurringPayments));
  const { services, through, method } = run;
  if (run.silent !== null) await noteAllDue(services.database, { through, method, problem: run.silent });
  return submitted;
}

interface DueKind<Item> {
  claim(
    database: Services['database'],
    claim: { readonly through: Day; readonly method: PaymentType; readonly limit: number; readonly leaseMs: number },
  ): Promise<Item[]>;
  submit(services: Services, item: Item): Promise<ReleaseResult>;
  referenceOf(item: Item): DueReference;
}

const scheduledPayments: DueKind<Payment> = {
  claim: claimDuePayments,
  submit: releasePayment,
  referenceOf: ({ paymentId }) => ({ kind: 'scheduled', id: paymentId }),
};

const recurringPayments: DueKind<Recurring> = {
  claim: claimDueRecurring,
  submit: runRecurring,
  referenceOf: ({ recurringId }) => ({ kind: 'recurring', id: recurringId }),
};

async function work<Item extends { readonly accountNumber: string }>(run: Run, kind: DueKind<Item>): Promise<number> {
  const { services, stopping, through, method } = run;
  let dealtWith = 0;
  while (!stopping.aborted && run.silent === null) {
    const claimed = await kind.claim(services.database, { through, method, limit: BATCH_SIZE, leaseMs: CLAIM_MS });
    if (claimed.length === 0) break;
    const counts = await Promise.all(inLanes(claimed).map((lane) => submitInOrder(run, kind, lane)));
    dealtWith += counts.reduce((sum, count) => sum + count, 0);
  }
  return dealtWith;
}

/** Payments of one account stay in their order; those of different accounts may be under way at once. */
function inLanes<Item extends { readonly accountNumber: string }>(items: readonly Item[]): Item[][] {
  const byAccount = [...Map.groupBy(items, (item) => item.accountNumber).values()];
  const lanes: Item[][] = Array.from({ length: Math.min(AT_ONCE, byAccount.length) }, () => []);
  for (const [index, group] of byAccount.entries()) lanes[index % lanes.length]?.push(...group);
  return lanes;
}

async function submitInOrder<Item>(run: Run, kind: DueKind<Item>, lane: readonly Item[]): Promise<number> {
  let dealtWith = 0;
  for (const [index, item] of lane.entries()) {
    if (run.stopping.aborted || run.silent !== null) {
      const untried = lane.slice(index).map((left) => kind.referenceOf(left));
      await giveBackClaims(run.services.database, untried, run.silent);
      break;
    }
    if (await submitOne(run, kind, item)) dealtWith += 1;
  }
  return dealtWith;
}

/** One payment that cannot be submitted must not keep the others from it. */
async function submitOne<Item>(run: Run, kind: DueKind<Item>, item: Item): Promise<boolean> {
  const { services } = run;
  const reference = kind.referenceOf(item);
  try {
    const result = await kind.submit(services, item);
    if (result === 'later') await noteSubmitProblem(services.database, reference, UNSETTLED);
    // One card may time out on its own; all of them do when the processor is down.
    if (result === 'unanswered' && !(await processorAnswers(services))) run.silent = SILENT;
    return result !== 'later';
  } catch (error) {
    services.log.error({ err: error, ...reference }, 'a payment that is due could not be submitted');
    if (error instanceof HostUnavailable) run.silent = HOST_SILENT;
    await noteSubmitProblem(services.database, reference, error instanceof Error ? error.message : String(error));
    return false;
  }
}

async function processorAnswers({ cardProcessor }: Services): Promise<boolean> {
  try {
    await cardProcessor.listCharges(AFTER_EVERY_CHARGE);
    return true;
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    return false;
  }
}
