import type { Day } from '#common/core/dates.ts';
import { nextBusinessDay } from '#common/core/business-days.ts';
import type { ClearingSettlement } from '#server/host/host-payments.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import type { Services } from '#server/services.ts';
import { type AchFile, lockAchFiles } from './bank-files.queries.ts';
import { findFileRejection } from './rejected-files.queries.ts';
import {
  insertSettlement,
  isSettled,
  listUnsettledCardReturns,
  listUnsettledCards,
  listUnsettledCredits,
  listUnsettledFiles,
  listUnsettledReturns,
  type Unsettled,
  type UnsettledFile,
} from './settlements.queries.ts';

type Kind = Pick<ClearingSettlement, 'description' | 'method' | 'direction'>;

const fileSettled: Kind = { description: 'Bank file settled', method: 'ACH', direction: 'in' };
const fileRejected: Kind = { description: 'Bank file refused', method: 'ACH', direction: 'out' };
const creditsRejected: Kind = { description: 'Bank credits refused', method: 'ACH', direction: 'in' };
const returnSettled: Kind = { description: 'Returned draft settled', method: 'ACH', direction: 'out' };
const creditsSettled: Kind = { description: 'Bank credits settled', method: 'ACH', direction: 'out' };
const creditReturnSettled: Kind = { description: 'Returned credit settled', method: 'ACH', direction: 'in' };
const cardReturnSettled: Kind = { description: 'Card payment taken back', method: 'Card', direction: 'out' };
const cardsSettled: Kind = { description: 'Card charges settled', method: 'Card', direction: 'in' };

/**
 * Moves money that settled by a business day from clearing to cash: bank files on their effective day, card charges one
 * business day after their comparison, and returned drafts in reverse. Each settles once across processes.
 */
export async function settleClearing(services: Services, businessOn: Day): Promise<void> {
  const { database, institution } = services;
  for (const file of await listUnsettledFiles(database, businessOn)) await settleFiled(services, file, fileSettled);
  for (const sent of await listUnsettledCredits(database, businessOn)) {
    await settleFiled(services, sent, creditsSettled);
  }
  for (const returned of await listUnsettledReturns(database, businessOn)) {
    await settle(services, returned, returnSettled);
  }
  for (const returned of await listUnsettledCardReturns(database, businessOn)) {
    await settle(services, returned, cardReturnSettled);
  }
  for (const cards of await listUnsettledCards(database, businessOn)) {
    const on = nextBusinessDay(cards.on, institution.calendar);
    await settle(services, { ...cards, on }, cardsSettled);
  }
}

/** Takes back what was settled of a file that the bank rejected, as is known only now. The rest never settles. */
export async function settleRejectedFile(
  services: Services,
  transaction: Transaction,
  { fileId, debitCents, creditCents }: Pick<AchFile, 'fileId' | 'debitCents' | 'creditCents'>,
): Promise<void> {
  const on = services.clock.today();
  if (await isSettled(transaction, `file:${fileId}`)) {
    const rejected = { key: `file-refused:${fileId}`, amountCents: debitCents, on };
    await settleOnce(services, transaction, rejected, fileRejected);
  }
  if (await isSettled(transaction, `file-credits:${fileId}`)) {
    const rejected = { key: `file-credits-refused:${fileId}`, amountCents: creditCents, on };
    await settleOnce(services, transaction, rejected, creditsRejected);
  }
}

/** The bank takes the money back on the day of the return. */
export function settleReturn(
  services: Services,
  transaction: Transaction,
  { entryId, amountCents }: { readonly entryId: number; readonly amountCents: Unsettled['amountCents'] },
): Promise<void> {
  const returned = { key: `return:${entryId}`, amountCents, on: services.clock.today() };
  return settleOnce(services, transaction, returned, returnSettled);
}

/** The customer's bank sends the money back on the day of the return. */
export function settleReturnedCredit(
  services: Services,
  transaction: Transaction,
  { payoutId, amountCents }: { readonly payoutId: string; readonly amountCents: Unsettled['amountCents'] },
): Promise<void> {
  const returned = { key: `credit-return:${payoutId}`, amountCents, on: services.clock.today() };
  return settleOnce(services, transaction, returned, creditReturnSettled);
}

/** Under the lock of the files: of one that is rejected meanwhile, nothing settles. */
function settleFiled(services: Services, unsettled: UnsettledFile, kind: Kind): Promise<void> {
  return inTransaction(services.database, async (transaction) => {
    await lockAchFiles(transaction);
    if (await findFileRejection(transaction, unsettled.businessOn)) return;
    await settleOnce(services, transaction, unsettled, kind);
  });
}

function settle(services: Services, unsettled: Unsettled, kind: Kind): Promise<void> {
  return inTransaction(services.database, (transaction) => settleOnce(services, transaction, unsettled, kind));
}

async function settleOnce(
  services: Services,
  transaction: Transaction,
  unsettled: Unsettled,
  kind: Kind,
): Promise<void> {
  const at = services.clock.now();
  if (!(await insertSettlement(transaction, unsettled, at))) return;
  const { key, amountCents, on } = unsettled;
  const settlement = { key, amountCents, effectiveOn: on, postedAt: at.toString(), ...kind };
  await enqueueHostTask(services, transaction, { kind: 'settleClearing', ...settlement });
}
