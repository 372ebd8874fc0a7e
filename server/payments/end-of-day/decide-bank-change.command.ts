import { failure, type Result, success } from '#common/core/results.ts';
import type { CorrectedAccount } from '#server/payments-network/nacha/change-codes.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { againAfterDeadlock } from '#server/platform/db/database-unavailable.ts';
import type { Services } from '#server/services.ts';
import { findCreditByTrace } from '#server/payments/operator/payout-credits.queries.ts';
import { applyBankChange, type ChangeNoticeFacts, keep, planCorrection } from './apply-bank-change.command.ts';
import { listWaitingChanges, lockWaitingCodes, type WaitingChange } from './bank-changes.queries.ts';
import { findEntryByTrace } from './bank-notices.queries.ts';
import { type NoticedEntry, namesOf } from './noticed-entry.ts';

/** A bank sends a handful of codes per entry. */
const MAX_CHANGES = 20;

/** More to do in the transaction of a decision, such as an audit entry. */
type AlsoDo = (transaction: Transaction, named: ReturnType<typeof namesOf>['details']) => Promise<void>;

const NOT_WAITING = 'no change is waiting for that trace number';

/** Returns the text of a waiting notice; it contains account numbers. */
export async function readWaitingChange(services: Services, traceNumber: string): Promise<ChangeNoticeFacts[]> {
  const waiting = await listWaitingChanges(services.database, { traceNumber, limit: MAX_CHANGES });
  const entry = await findWaitingEntry(services, traceNumber, waiting[0]?.kind);
  if (!entry) return [];
  return waiting
    .filter((change) => isAbout(change, entry))
    .map(({ code, correctedSealed }) => {
      return { entry, code, corrected: services.cipher.decrypt(correctedSealed, namesOf(entry).corrected(code)) };
    });
}

async function findWaitingEntry(
  { database }: Services,
  traceNumber: string,
  kind: WaitingChange['kind'] | undefined,
): Promise<NoticedEntry | undefined> {
  if (kind === 'credit') {
    const credit = await findCreditByTrace(database, traceNumber);
    return credit && { kind, credit };
  }
  const draft = kind && (await findEntryByTrace(database, traceNumber));
  return draft && { kind: 'draft', draft };
}

function isAbout({ kind, id }: WaitingChange, entry: NoticedEntry): boolean {
  return kind === entry.kind && id === namesOf(entry).id;
}

export async function applyDecidedChange(
  services: Services,
  traceNumber: string,
  correction: CorrectedAccount,
  by: string,
  alsoDo?: AlsoDo,
): Promise<Result<void>> {
  const changes = await readWaitingChange(services, traceNumber);
  const [first, ...others] = changes;
  if (!first) return failure(NOT_WAITING);
  const plan = await planCorrection(services, first.entry, correction);
  if (!plan.ok) return plan;
  const apply = async (transaction: Transaction) => {
    if (!(await stillWait(transaction, changes))) return failure(NOT_WAITING);
    await applyBankChange(services, transaction, first, plan.value, by);
    for (const other of others) await keep(services, transaction, other, { state: 'applied', reason: null, by });
    await alsoDo?.(transaction, namesOf(first.entry).details);
    return success(undefined);
  };
  return againAfterDeadlock(() => inTransaction(services.database, apply));
}

export async function dismissChange(
  services: Services,
  traceNumber: string,
  by: string,
  alsoDo?: AlsoDo,
): Promise<Result<void>> {
  const changes = await readWaitingChange(services, traceNumber);
  const [first] = changes;
  if (!first) return failure(NOT_WAITING);
  return inTransaction(services.database, async (transaction) => {
    if (!(await stillWait(transaction, changes))) return failure(NOT_WAITING);
    for (const change of changes) {
      await keep(services, transaction, change, { state: 'dismissed', reason: null, by });
      const details = { ...namesOf(change.entry).details, code: change.code, by };
      await services.audit.record(transaction, { event: 'bank-account-change-dismissed', userId: null, details });
    }
    await alsoDo?.(transaction, namesOf(first.entry).details);
    return success(undefined);
  });
}

/** Locks the waiting changes of the entry. Returns whether they are still the ones that were read. */
async function stillWait(transaction: Transaction, changes: readonly ChangeNoticeFacts[]): Promise<boolean> {
  const [first] = changes;
  if (!first) return false;
  const { kind } = first.entry;
  const waiting = await lockWaitingCodes(transaction, { kind, id: namesOf(first.entry).id });
  return (
    waiting.join() ===
    changes
      .map(({ code }) => code)
      .toSorted()
      .join()
  );
}
