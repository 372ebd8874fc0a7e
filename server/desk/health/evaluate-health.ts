import { countOf } from '#common/core/counts.ts';
import type { OutboxState } from '#server/messages/outbox-state.queries.ts';
import type { AuditAnchor } from '#server/platform/audit/audit-log.ts';
import type { LastVerifications } from '#server/platform/audit/audit-verifications.ts';
import type { KeyRow } from '#server/platform/crypto/field-keys.queries.ts';
import type { JobRun } from '#server/platform/jobs/job-runs.queries.ts';
import type { OperatingFigures } from '#server/platform/operating-metrics.queries.ts';
import type { Line, Tone } from './connections.ts';

interface Need {
  readonly tone: 'bad' | 'warn';
  readonly text: string;
}

const OVERDUE_MINUTES = 20;
const LATE_MESSAGE_MINUTES = 15;
const UNSETTLED_MINUTES = 15;
const KEY_MAX_DAYS = 365;

/** A job that runs every few minutes and has not for a while is stuck, or no process runs it. */
export function stateOfJob({ schedule, failed, minutesAgo }: Omit<JobRun, 'name' | 'endedAt'>): {
  readonly tone: Tone;
  readonly state: string;
} {
  if (failed) return { tone: 'bad', state: 'the last run failed' };
  const isFrequent = schedule.startsWith('*');
  if (minutesAgo === null) {
    return isFrequent
      ? { tone: 'warn', state: 'has not run yet' }
      : { tone: 'plain', state: 'no run in the last hour; runs are kept that long' };
  }
  if (isFrequent && minutesAgo > OVERDUE_MINUTES)
    return { tone: 'bad', state: `has not run for ${countOf(minutesAgo, 'minute')}` };
  return { tone: 'ok', state: 'done' };
}

export function stateOfQueue(
  { channel, waiting, failing, refused, oldestAt, isStuck }: OutboxState,
  now: Temporal.Instant,
): Line {
  const name = channel === 'email' ? 'Emails to send' : 'Text messages to send';
  const minutes =
    oldestAt === null ? 0 : oldestAt.until(now, { largestUnit: 'minute', smallestUnit: 'minute' }).minutes;
  const tone = minutes > LATE_MESSAGE_MINUTES ? (failing > 0 ? 'bad' : 'warn') : isStuck ? 'warn' : 'ok';
  const forGood = refused > 0 ? `, ${refused} refused for good` : '';
  const stuck = isStuck ? '. Every attempt since then has failed' : '';
  return {
    name,
    tone,
    state: `${waiting} waiting, ${failing} tried without success${forGood}; the oldest for ${countOf(minutes, 'minute')}${stuck}`,
  };
}

export function stateOfKey({ keyId, isActive, retiredAt, ageDays }: KeyRow): Line {
  const name = `Field key ${keyId}`;
  if (retiredAt !== null) return { name, tone: 'plain', state: 'retired' };
  if (!isActive) return { name, tone: 'plain', state: 'becomes active' };
  return { name, tone: ageDays > KEY_MAX_DAYS ? 'warn' : 'ok', state: `in use for ${countOf(ageDays, 'day')}` };
}

export function stateOfAnchors(anchors: readonly AuditAnchor[] | undefined | 'unreadable'): {
  readonly tone: Tone;
  readonly state: string;
  readonly lastAnchorAt: string | null;
} {
  if (anchors === 'unreadable') {
    return { tone: 'warn', state: "whether it is anchored is unknown: the file can't be read", lastAnchorAt: null };
  }
  const last = anchors?.at(-1);
  return last
    ? { tone: 'ok', state: 'anchored outside the database', lastAnchorAt: last.at }
    : { tone: 'warn', state: 'not anchored outside the database yet', lastAnchorAt: null };
}

/** A night may be missed, not two. */
const VERIFIED_MAX_HOURS = 50;

/** What is known of the audit log: never verified is not the same as well. */
export function stateOfVerification(
  known: LastVerifications | 'unreadable',
  now: Temporal.Instant,
): { readonly tone: Tone; readonly state: string; readonly at: string | null } {
  if (known === 'unreadable') {
    return { tone: 'warn', state: "when it was verified is unknown: the file of the results can't be read", at: null };
  }
  const { last, finished } = known;
  const unfinished =
    last?.problems === null
      ? '. The last nightly run was too slow to come to an end: let passbook audit verify run every day'
      : '';
  if (last?.problems === 0 && !last.anchored && !finished?.problems) {
    const state = `all entries verified (${last.by}): none was changed; whether any was removed is unknown without anchors`;
    return { tone: 'warn', state, at: last.at };
  }
  if (!finished) return { tone: 'warn', state: `all entries were never verified${unfinished}`, at: null };
  const { at, by, problems } = finished;
  if (problems > 0) {
    return {
      tone: 'bad',
      state: `the last verification (${by}) found that entries were changed or removed: ${countOf(problems, 'problem')}`,
      at,
    };
  }
  const { hours } = Temporal.Instant.from(at).until(now, { largestUnit: 'hour', smallestUnit: 'hour' });
  return hours > VERIFIED_MAX_HOURS
    ? { tone: 'warn', state: `not verified for ${countOf(hours, 'hour')}${unfinished}`, at }
    : { tone: 'ok', state: `all entries verified (${by}): none was changed or removed`, at };
}

/** Lists work for a person, the worst first. */
export function listNeeds(figures: OperatingFigures | undefined, lines: readonly Line[], hasJobs: boolean): Need[] {
  const found: (Need | false)[] = figures
    ? [
        figures.dayDifferences > 0 && bad(`The last closed business day doesn't match: ${figures.dayDifferences}`),
        figures.unapplied > 0 && bad(`Cards charged, but not applied to the loan: ${figures.unapplied}`),
        figures.setAside > 0 && bad(`Changes that the core refused for good: ${figures.setAside}`),
        figures.oldestUnsettled > UNSETTLED_MINUTES * 60 &&
          bad(`A payment has had no outcome for more than ${UNSETTLED_MINUTES} minutes`),
        figures.heldDrafts > 0 && warn(`Bank drafts on hold: ${figures.heldDrafts}`),
      ]
    : [bad("The figures of the database can't be read")];
  return [
    ...found.filter((need) => need !== false),
    ...(hasJobs ? [] : [bad('No process has run the jobs yet. Start a worker, or let the server run them.')]),
    ...lines.flatMap(({ name, tone, state }) =>
      tone === 'bad' || tone === 'warn' ? [{ tone, text: `${name}: ${state}` }] : [],
    ),
  ].toSorted((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad'));
}

const bad = (text: string) => ({ tone: 'bad', text }) as const;
const warn = (text: string) => ({ tone: 'warn', text }) as const;
