import { failure, type Result, success } from '#common/core/results.ts';
import type { CorrectedAccount } from '#server/payments-network/nacha/change-codes.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import {
  applyBankChange,
  type ChangeNoticeFacts,
  correctedIdentityOf,
  keep,
  planCorrection,
} from './apply-bank-change.command.ts';
import { listWaitingChanges, type WaitingChange } from './bank-changes.queries.ts';
import { type FiledEntry, findEntryByTrace } from './bank-notices.queries.ts';

/** A bank sends a handful of codes per entry. */
const MAX_CHANGES = 20;

/** More to do in the transaction of a decision, such as an audit entry. */
type AlsoDo = (transaction: Transaction, entry: Pick<FiledEntry, 'paymentId'>) => Promise<void>;

const NOT_WAITING = 'no change is waiting for that trace number';

/** Returns the text of a waiting notice; it contains account numbers. */
export async function readWaitingChange(services: Services, traceNumber: string): Promise<ChangeNoticeFacts[]> {
  const entry = await findEntryByTrace(services.database, traceNumber);
  if (!entry) return [];
  const waiting = await listWaitingChanges(services.database, { traceNumber, limit: MAX_CHANGES });
  return waiting
    .filter(({ entryId }) => entryId === entry.entryId)
    .map((change) => ({ entry, code: change.code, corrected: open(services, change) }));
}

export async function applyDecidedChange(
  services: Services,
  traceNumber: string,
  correction: CorrectedAccount,
  by: string,
  alsoDo?: AlsoDo,
): Promise<Result<void>> {
  const [first, ...others] = await readWaitingChange(services, traceNumber);
  if (!first) return failure(NOT_WAITING);
  const plan = await planCorrection(services, first.entry, correction);
  if (!plan.ok) return plan;
  await inTransaction(services.database, async (transaction) => {
    await applyBankChange(services, transaction, first, plan.value, by);
    for (const other of others) await keep(services, transaction, other, { state: 'applied', reason: null, by });
    await alsoDo?.(transaction, first.entry);
  });
  return success(undefined);
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
  await inTransaction(services.database, async (transaction) => {
    for (const change of changes) {
      await keep(services, transaction, change, { state: 'dismissed', reason: null, by });
      const details = { paymentId: change.entry.paymentId, code: change.code, by };
      await services.audit.record(transaction, { event: 'bank-account-change-dismissed', userId: null, details });
    }
    await alsoDo?.(transaction, first.entry);
  });
  return success(undefined);
}

function open(services: Services, { entryId, code, correctedSealed }: WaitingChange): string {
  return services.cipher.decrypt(correctedSealed, correctedIdentityOf(entryId, code));
}
