import { keysOf } from '#common/core/keys-of.ts';
import { countOf } from '#common/core/counts.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import {
  type AcknowledgedDifferences,
  type BusinessDay,
  findBusinessDay,
  listStepProblems,
} from '#server/payments/end-of-day/business-days.queries.ts';
import type { DayComparison } from '#server/payments/end-of-day/day-comparison.ts';
import { listDueProblems } from '#server/payments/end-of-day/due-payments.queries.ts';
import type { DayStep } from '#server/payments/end-of-day/end-of-day-tables.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import {
  type FileFacts,
  findFileFacts,
  findNamedPayments,
  findNamedPayouts,
  type NamedPayment,
  type NamedPayout,
} from './read-days.queries.ts';

const MAX_NOT_SUBMITTED = 100;
const REFERENCE = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/;

export interface DayStepFacts {
  readonly step: DayStep;
  readonly state: 'done' | 'waiting' | 'failed';
  readonly detail: string;
  /** When it was done, or since when it fails. */
  readonly since: Temporal.Instant | null;
}

export interface DayFacts {
  readonly businessOn: Day;
  readonly closedAt: Temporal.Instant | null;
  readonly steps: readonly DayStepFacts[];
  readonly notSubmitted: readonly (Sentence & { readonly reference: string; readonly dueOn: Day })[];
  readonly file: FileFacts | undefined;
  readonly comparison: DayComparison | null;
  /** The comparison's, each with the payment it names. */
  readonly differences: readonly Sentence[];
  /** Refunds and draws by bank credit that the differences name. */
  readonly namedPayouts: readonly NamedPayout[];
  readonly acknowledged: AcknowledgedDifferences | null;
}

interface Sentence {
  readonly text: string;
  readonly payment: NamedPayment | null;
}

/** Returns what was done and found on a business day; undefined if it hasn't begun to close. */
export async function readDay(queryable: Queryable, businessOn: Day): Promise<DayFacts | undefined> {
  const day = await findBusinessDay(queryable, businessOn);
  if (!day) return undefined;
  const [problems, due, file] = await Promise.all([
    listStepProblems(queryable, businessOn),
    listDueProblems(queryable, { through: businessOn, limit: MAX_NOT_SUBMITTED }),
    findFileFacts(queryable, businessOn),
  ]);
  const found = day.comparison?.differences ?? [];
  const references = found.flatMap((text) => REFERENCE.exec(text)?.[0] ?? []);
  const named = await findNamedPayments(queryable, [
    ...due.map(({ referenceNumber }) => referenceNumber),
    ...references,
  ]);
  const done = stepsDone(day, file);
  return {
    businessOn,
    closedAt: day.reconciledAt,
    steps: keysOf(done).map((step) => {
      const problem = problems.find((noted) => noted.step === step);
      if (problem) return { step, state: 'failed', detail: problem.problem, since: problem.firstAt };
      return { step, ...done[step] };
    }),
    notSubmitted: due.map(({ referenceNumber, dueOn, problem }) => ({
      reference: referenceNumber,
      dueOn,
      text: problem,
      payment: named.get(referenceNumber) ?? null,
    })),
    file,
    comparison: day.comparison,
    differences: found.map((text) => ({ text, payment: named.get(REFERENCE.exec(text)?.[0] ?? '') ?? null })),
    namedPayouts: await findNamedPayouts(queryable, references),
    acknowledged: day.acknowledged,
  };
}

type Finished = Omit<DayStepFacts, 'step'>;

/** In the order of the day. Submission and settlement leave no mark of their own; a closed day has done them. */
function stepsDone(day: BusinessDay, file: FileFacts | undefined): Readonly<Record<DayStep, Finished>> {
  const { filedAt, chargedAt, reconciledAt, comparison, lateCharges } = day;
  const state = (at: Temporal.Instant | null) => (at === null ? 'waiting' : 'done');
  const drafts = file ? `${contentOf(file)}, effective ${formatDay(file.effectiveOn)}` : 'No drafts were waiting';
  const charges = `${countOf(lateCharges, 'late charge')} assessed`;
  return {
    submission: { state: state(chargedAt), detail: '', since: null },
    file: { state: state(filedAt), detail: filedAt === null ? '' : drafts, since: filedAt },
    settlement: { state: state(reconciledAt), detail: '', since: null },
    charges: { state: state(chargedAt), detail: chargedAt === null ? '' : charges, since: chargedAt },
    comparison: {
      state: state(reconciledAt),
      detail: comparison ? describeComparison(comparison) : '',
      since: reconciledAt,
    },
  };
}

function describeComparison({ differences }: DayComparison): string {
  if (differences.length === 0) return 'Everything matches to the cent';
  return countOf(differences.length, 'difference');
}

function contentOf({ entries, debitCents, credits, creditCents }: FileFacts): string {
  const drafts = `${countOf(entries, 'draft')}, ${formatCents(debitCents)}`;
  return credits === 0 ? drafts : `${drafts}, and ${countOf(credits, 'credit')}, ${formatCents(creditCents)}`;
}
