import { countOf } from '#common/core/counts.ts';
import { formatDay, formatInstantShort } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { countSetAsideTasks } from '#server/host-tasks/host-tasks.queries.ts';
import { countUnapplied } from '#server/payments/settlement/unapplied.queries.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Services } from '#server/services.ts';
import { listDueProblems } from './due-payments.queries.ts';
import { findAchFile } from './bank-files.queries.ts';
import {
  type AcknowledgedDifferences,
  type BusinessDay,
  listStepProblems,
  type StepProblem,
} from './business-days.queries.ts';
import type { DayComparison } from './day-comparison.ts';
import { countHeldDrafts } from './drafts.queries.ts';

/** The rest appears once these are resolved. */
const MAX_PROBLEMS_SHOWN = 20;

const stepNames: Readonly<Record<StepProblem['step'], string>> = {
  submission: 'Payments due',
  file: 'Bank file',
  charges: 'Late charges',
  settlement: 'Settlement',
  comparison: 'Comparison',
};

type DayReader = Pick<Services, 'database'> & { readonly institution: Pick<Institution, 'timeZone'> };

/** Describes a business day's steps, findings and open problems, one line each, for the operator. */
export async function describeDay(services: DayReader, day: BusinessDay): Promise<string[]> {
  const { database } = services;
  const { businessOn, comparison, chargedAt, lateCharges, acknowledged } = day;
  const problems = await listStepProblems(database, businessOn);
  return [
    `Business day ${formatDay(businessOn)}${comparison ? '' : ' (not closed yet)'}`,
    ...(await describeFile(services, day)),
    chargedAt ? `  Late charges assessed: ${lateCharges}` : '  Late charges: not assessed yet',
    ...problems.map((problem) => describeProblem(services, problem)),
    ...(await describeNotSubmitted(services, businessOn)),
    ...(await describeHeld(services)),
    ...(await describeSetAside(services)),
    ...(comparison ? describeComparison(comparison) : []),
    ...(acknowledged ? [describeAcknowledged(services, acknowledged)] : []),
  ];
}

function describeAcknowledged({ institution }: DayReader, { by, reason, at }: AcknowledgedDifferences): string {
  return `  Explained by ${by} on ${formatInstantShort(at, institution.timeZone)}: ${reason}`;
}

async function describeFile(
  { database }: Pick<Services, 'database'>,
  { businessOn, filedAt }: BusinessDay,
): Promise<string[]> {
  if (filedAt === null) return ['  Bank file: not made yet'];
  const file = await findAchFile(database, businessOn);
  if (!file) return ['  Bank file: none, no drafts waiting'];
  const { entryCount, debitCents, effectiveOn, contentHash } = file;
  return [
    `  Bank file: ${countOf(entryCount, 'draft')}, ${formatCents(debitCents)}, effective ${formatDay(effectiveOn)}`,
    `  SHA-256:   ${Buffer.from(contentHash).toString('hex')}`,
  ];
}

function describeProblem({ institution }: DayReader, { step, problem, firstAt }: StepProblem): string {
  return `  ${stepNames[step]}, since ${formatInstantShort(firstAt, institution.timeZone)}: ${problem}`;
}

async function describeNotSubmitted(
  { database }: Pick<Services, 'database'>,
  through: BusinessDay['businessOn'],
): Promise<string[]> {
  const due = await listDueProblems(database, { through, limit: MAX_PROBLEMS_SHOWN });
  return due.map(
    ({ referenceNumber, dueOn, problem }) =>
      `  Not submitted, will retry: ${referenceNumber}, due ${formatDay(dueOn)}: ${problem}`,
  );
}

async function describeHeld({ database }: Pick<Services, 'database'>): Promise<string[]> {
  const held = await countHeldDrafts(database);
  return held === 0 ? [] : [`  Drafts on hold: ${held} (run passbook drafts to list them)`];
}

/** Lists payments and host tasks the core permanently refused. */
async function describeSetAside({ database }: Pick<Services, 'database'>): Promise<string[]> {
  const payments = await countUnapplied(database);
  const tasks = await countSetAsideTasks(database);
  return [
    ...(payments > 0 ? [`  Charged but not applied: ${payments} (run passbook unapplied to list them)`] : []),
    ...(tasks > 0 ? [`  Changes the core refused: ${tasks} (run passbook host-tasks to list them)`] : []),
  ];
}

function describeComparison({ cards, drafts, credits, unsettled, differences }: DayComparison): string[] {
  return [
    `  Cards:  books ${formatCents(cards.booksCents)}, processor ${formatCents(cards.processorCents)}`,
    `  Drafts: books ${formatCents(drafts.booksCents)}, bank entries ${formatCents(drafts.entriesCents)}`,
    ...(credits && (credits.booksCents !== 0 || credits.entriesCents !== 0)
      ? [`  Credits: books ${formatCents(credits.booksCents)}, bank entries ${formatCents(credits.entriesCents)}`]
      : []),
    ...(unsettled > 0 ? [`  Outcome unknown: ${countOf(unsettled, 'payment')}, compared with the next day`] : []),
    differences.length === 0 ? '  Everything matches to the cent.' : `  ${countOf(differences.length, 'difference')}:`,
    ...differences.map((difference) => `    ${difference}`),
  ];
}
