import type { Day } from '#common/core/dates.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { isHostSilent } from '#server/host-tasks/try-each.ts';
import { processorAnswers } from '#server/payments/settlement/charge-card.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import type { Services } from '#server/services.ts';
import { type DueReference, giveBackClaims, noteAllDue, noteSubmitProblem } from './due-payments.queries.ts';
import { hasUnknownOutcome, type Payment } from '#server/payments/payments.queries.ts';
import type { Recurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import { type DueDraft, submitDueSet } from '#server/payments/schedules/submit-due-sets.command.ts';
import { releasePayment, type ReleaseResult } from '#server/payments/schedules/release-payment.command.ts';
import { runRecurring } from '#server/payments/schedules/run-recurring.command.ts';
import { claimDuePayments } from '#server/payments/schedules/scheduled-payments.queries.ts';
import { claimDueRecurring } from '#server/payments/schedules/due-sets.queries.ts';

/** Payments one process claims at once. */
const BATCH_SIZE = 1_000;

/** After this time, the process is presumed dead. */
const CLAIM_MS = 300_000;

/** Few enough that no customer waits long for one of their loans, many enough that a statement's cost hardly counts. */
const SET_SIZE = 200;

/** Fewer cost more as a set than one by one. */
const SMALLEST_SET = 8;

/** Parallel payments; limits how many a silent processor can block. */
const AT_ONCE = 8;

const HOST_SILENT = 'The system that keeps the accounts gives no answer';
const SILENT = 'The card processor gives no answer';
const UNSETTLED = 'An earlier payment of the loan has no outcome yet';

/**
 * Submits every scheduled and recurring payment that is due, oldest day first. Safe to repeat, to run in several
 * processes and to kill: each payment is made once, and missed days are caught up. A payment that can't be submitted is
 * recorded with its reason and doesn't block the others.
 * @param through the last day whose payments are submitted
 * @returns how many were handled
 */
export async function runDuePayments(
  services: Services,
  stopping: AbortSignal,
  through: Day = services.clock.today(),
): Promise<number> {
  // Nothing is posted during maintenance; the next run catches up.
  if (await isUnderMaintenance(services.database)) return 0;
  const drafts = await runMethod({ services, stopping, through, method: 'ACH', silent: null });
  // Drafts go first, so a slow card processor can't make them miss their bank file.
  const isSilent = (await hasUnknownOutcome(services.database)) && !(await processorAnswers(services));
  const cards = await runMethod({ services, stopping, through, method: 'Card', silent: isSilent ? SILENT : null });
  return drafts + cards;
}

interface Run {
  readonly services: Services;
  readonly stopping: AbortSignal;
  readonly through: Day;
  readonly method: PaymentType;
  /** The reason submission stopped: host or processor is down, and each attempt would add an unknown outcome. */
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
  dueOf(item: Item): DueDraft;
}

const scheduledPayments: DueKind<Payment> = {
  claim: claimDuePayments,
  submit: releasePayment,
  referenceOf: ({ paymentId }) => ({ kind: 'scheduled', id: paymentId }),
  dueOf: (claimed) => ({ kind: 'scheduled', id: claimed.paymentId, claimed }),
};

const recurringPayments: DueKind<Recurring> = {
  claim: claimDueRecurring,
  submit: runRecurring,
  referenceOf: ({ recurringId }) => ({ kind: 'recurring', id: recurringId }),
  dueOf: (claimed) => ({ kind: 'recurring', id: claimed.recurringId, claimed }),
};

async function work<Item extends { readonly accountNumber: string }>(run: Run, kind: DueKind<Item>): Promise<number> {
  const { services, stopping, through, method } = run;
  let dealtWith = 0;
  while (!stopping.aborted && run.silent === null) {
    const claimed = await kind.claim(services.database, { through, method, limit: BATCH_SIZE, leaseMs: CLAIM_MS });
    if (claimed.length === 0) break;
    const left = await submitInSets(run, kind, claimed);
    dealtWith += claimed.length - left.length;
    const counts = await Promise.all(inLanes(left).map((lane) => submitInOrder(run, kind, lane)));
    dealtWith += counts.reduce((sum, count) => sum + count, 0);
  }
  return dealtWith;
}

/** Makes what is ordinary in sets, one after the other. Returns what is left to be made alone. */
async function submitInSets<Item extends { readonly accountNumber: string }>(
  run: Run,
  kind: DueKind<Item>,
  claimed: readonly Item[],
): Promise<readonly Item[]> {
  const { services, stopping, method } = run;
  const { sets } = services.host;
  if (method !== 'ACH' || !sets) return claimed;
  const alone = [...Map.groupBy(claimed, (item) => item.accountNumber).values()].filter(({ length }) => length === 1);
  const due = alone.flat().map((item) => kind.dueOf(item));
  const made = new Set<string>();
  for (let start = 0; start + SMALLEST_SET <= due.length && !stopping.aborted; start += SET_SIZE) {
    const set = due.slice(start, start + SET_SIZE);
    try {
      for (const id of await submitDueSet(services, sets, set)) made.add(id);
    } catch (error) {
      services.log.error({ err: error, payments: set.length }, 'could not submit a set of due payments');
    }
  }
  return claimed.filter((item) => !made.has(kind.dueOf(item).id));
}

/** Keeps payments of one account in order; different accounts run in parallel. */
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

/** Catches errors, so one payment doesn't block the others. */
async function submitOne<Item>(run: Run, kind: DueKind<Item>, item: Item): Promise<boolean> {
  const { services } = run;
  const reference = kind.referenceOf(item);
  try {
    const result = await kind.submit(services, item);
    if (result === 'later') await noteSubmitProblem(services.database, reference, UNSETTLED);
    // A single card may time out; if the processor is down, all of them do.
    if (result === 'unanswered' && !(await processorAnswers(services))) run.silent = SILENT;
    return result !== 'later';
  } catch (error) {
    services.log.error({ err: error, ...reference }, 'could not submit a due payment');
    if (await isHostSilent(services, error)) run.silent = HOST_SILENT;
    await noteSubmitProblem(services.database, reference, error instanceof Error ? error.message : String(error));
    return false;
  }
}
