import { failure, type Result, success } from '#common/core/results.ts';
import { isBankAccountNumber, isRoutingNumber } from '#common/payments/rules/ach-rules.ts';
import type { BankAccountType } from '#common/payments/rules/payment-types.ts';
import { type CorrectedAccount, readCorrection } from '#server/payments-network/nacha/change-codes.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import {
  indexBankAccount,
  sealNumbers,
  unsealNumbers,
  isBlockedAccount,
} from '#server/payments/settlement/bank-drafts.queries.ts';
import { saveDraftInstruction } from '#server/payments/schedules/draft-instructions.queries.ts';
import { mailCustomer } from '../mail-customer.ts';
import { bankChangeMail } from '#server/payments/schedules/schedule-mails.ts';
import {
  listPlannedDrafts,
  listWaitingEntries,
  lockPlannedDrafts,
  lockSavedAccounts,
  lockWaitingEntries,
  replaceSavedAccount,
  saveBankChange,
  updateEntryAccount,
  updateSavedAccount,
  updatePaymentAccount,
} from './bank-changes.queries.ts';
import { type NoticedEntry, namesOf } from './noticed-entry.ts';
import { saveCreditChange } from '#server/payments/operator/credit-notices.queries.ts';
import { lockUnsentCredits, updateCreditAccount } from '#server/payments/operator/payout-credits.queries.ts';
import { findSavedByIndex } from '#server/payments/methods/payment-methods.queries.ts';

interface BankAccount {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: BankAccountType;
}

export interface PlannedChange {
  readonly before: BankAccount;
  readonly after: BankAccount;
  readonly bankName: string;
}

/** Where the account numbers were replaced. */
export interface ChangedPlaces {
  readonly savedAccounts: number;
  readonly plannedPayments: number;
  readonly unsentDrafts: number;
  readonly unsentCredits: number;
}

export interface ChangeNoticeFacts {
  readonly entry: NoticedEntry;
  readonly code: string;
  readonly corrected: string;
}

/**
 * Reads a bank's requested change, outside any transaction.
 * Returns the reason an operator must decide if the change can't be applied automatically.
 */
export async function planBankChange(
  services: Services,
  { entry, code, corrected }: ChangeNoticeFacts,
): Promise<Result<PlannedChange>> {
  const correction = readCorrection(code, corrected);
  if (!correction) return failure('the code changes no account number, or what the bank wrote does not fit it');
  return planReplacement(services, accountOf(services, entry), correction);
}

/** Same as `planBankChange`, for a correction an operator entered. */
export function planCorrection(
  services: Services,
  entry: NoticedEntry,
  correction: CorrectedAccount,
): Promise<Result<PlannedChange>> {
  return planReplacement(services, accountOf(services, entry), correction);
}

function accountOf(services: Services, entry: NoticedEntry): BankAccount {
  const sealed = entry.kind === 'draft' ? entry.draft : entry.credit;
  return { ...unsealNumbers(services, sealed, namesOf(entry).numbers), accountType: sealed.accountType };
}

async function planReplacement(
  services: Services,
  before: BankAccount,
  { kind, ...numbers }: CorrectedAccount,
): Promise<Result<PlannedChange>> {
  const after = { ...before, ...numbers, accountType: kind ?? before.accountType };
  if (!isRoutingNumber(after.routingNumber)) return failure('the new routing number is invalid');
  if (!isBankAccountNumber(after.accountNumber)) return failure('the new account number is invalid');
  const bank = await services.routingDirectory.findBank(after.routingNumber);
  if (!bank) return failure('the new routing number is not in the directory of banks');
  if (!bank.achAllowed) return failure('the new bank takes no drafts');
  if (await isBlockedAccount(services, services.database, after)) return failure('the new account is blocked');
  return success({ before, after, bankName: bank.name });
}

/**
 * Replaces the account numbers everywhere, and keeps the notice.
 * @param by the operator; null if applied automatically
 */
export async function applyBankChange(
  services: Services,
  transaction: Transaction,
  notice: ChangeNoticeFacts,
  change: PlannedChange,
  by: string | null,
): Promise<ChangedPlaces> {
  const { entry, code } = notice;
  const { id, details } = namesOf(entry);
  const places = await replaceNumbers(services, transaction, change, {
    code,
    occasion: `bank-change-${id}-${code}`,
    details: { ...details, by },
  });
  await keep(services, transaction, notice, { state: 'applied', reason: null, by });
  return places;
}

type SealedNumbers = Parameters<typeof unsealNumbers>[1];

interface Replacement {
  readonly code: string;
  readonly occasion: string;
  readonly details: { readonly [name: string]: string | null };
}

/**
 * Replaces the account numbers wherever they would be drawn on or paid to again, by any login: saved bank
 * accounts, scheduled and recurring payments, and unsent drafts and credits. The Nacha Operating Rules require this before the next entry.
 */
async function replaceNumbers(
  services: Services,
  transaction: Transaction,
  { before, after, bankName }: PlannedChange,
  { code, occasion, details }: Replacement,
): Promise<ChangedPlaces> {
  const isBefore = (sealed: SealedNumbers, identity: string) => {
    try {
      const numbers = unsealNumbers(services, sealed, identity);
      return numbers.routingNumber === before.routingNumber && numbers.accountNumber === before.accountNumber;
    } catch (error) {
      // Sealed with another key. It leaves with no file either, and must not stop the notices after this one.
      services.log.error({ err: error, identity }, 'cannot open account numbers that a notice may be about');
      return false;
    }
  };
  const shown = { accountType: after.accountType, bankName, lastFour: after.accountNumber.slice(-4) };
  const saved = await lockSavedAccounts(transaction, indexBankAccount(services, before));
  for (const account of saved) await changeSaved(services, transaction, account, { after, shown });
  const lastFour = before.accountNumber.slice(-4);
  const customerIds = new Set(saved.map(({ customerId }) => customerId));
  let [plannedCount, draftCount, creditCount] = [0, 0, 0];
  const isPlannedBefore = (planned: SealedNumbers & { readonly id: string }) =>
    isBefore(planned, `draft-instruction:${planned.id}`);
  const planned = (await listPlannedDrafts(transaction, lastFour)).filter(isPlannedBefore);
  for (const draft of await lockPlannedDrafts(transaction, idsOf(planned))) {
    if (!isPlannedBefore(draft)) continue;
    await saveDraftInstruction(services, transaction, draft.id, { ...after, ownerName: draft.ownerName });
    await updatePaymentAccount(transaction, draft, shown);
    customerIds.add(draft.customerId);
    plannedCount += 1;
  }
  const isWaitingBefore = (waiting: SealedNumbers & { readonly id: string }) =>
    isBefore(waiting, `ach-entry:${waiting.id}`);
  const waiting = (await listWaitingEntries(transaction, lastFour)).filter(isWaitingBefore);
  for (const entry of await lockWaitingEntries(transaction, idsOf(waiting))) {
    if (!isWaitingBefore(entry)) continue;
    const sealed = sealNumbers(services, after, `ach-entry:${entry.id}`);
    await updateEntryAccount(transaction, entry.entryId, { accountType: after.accountType, ...sealed });
    await updatePaymentAccount(transaction, { kind: 'payment', id: entry.id }, shown);
    customerIds.add(entry.customerId);
    draftCount += 1;
  }
  for (const { payoutId, customerId, ...credit } of await lockUnsentCredits(transaction, lastFour)) {
    const identity = `payout-credit:${payoutId}`;
    if (!isBefore(credit, identity)) continue;
    const sealed = sealNumbers(services, after, identity);
    const { accountType, lastFour } = shown;
    await updateCreditAccount(transaction, payoutId, { accountType, lastFour, ...sealed });
    customerIds.add(customerId);
    creditCount += 1;
  }
  for (const customerId of customerIds) await tell(services, transaction, { customerId, occasion, before, shown });
  const counts = { savedAccounts: saved.length, customers: customerIds.size };
  await services.audit.record(transaction, {
    event: 'bank-account-changed',
    userId: null,
    details: { code, ...counts, ...details },
  });
  services.log.info({ code, ...details }, 'changed a bank account');
  return {
    savedAccounts: saved.length,
    plannedPayments: plannedCount,
    unsentDrafts: draftCount,
    unsentCredits: creditCount,
  };
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** Saves what the bank wrote and the outcome. */
export async function keep(
  services: Services,
  transaction: Transaction,
  { entry, code, corrected }: ChangeNoticeFacts,
  became: {
    readonly state: 'applied' | 'waiting' | 'dismissed';
    readonly reason: string | null;
    readonly by: string | null;
  },
): Promise<void> {
  const correctedSealed = services.cipher.encrypt(corrected, namesOf(entry).corrected(code));
  const change = { code, ...became, correctedSealed };
  if (entry.kind === 'credit') await saveCreditChange(transaction, entry.credit.payoutId, change);
  else await saveBankChange(transaction, { entryId: entry.draft.entryId, ...change, at: services.clock.now() });
}

async function changeSaved(
  services: Services,
  transaction: Transaction,
  { profileId, userId }: { readonly profileId: string; readonly userId: number },
  {
    after,
    shown,
  }: {
    readonly after: BankAccount;
    readonly shown: { readonly accountType: BankAccountType; readonly bankName: string; readonly lastFour: string };
  },
): Promise<void> {
  const accountIndex = indexBankAccount(services, after);
  const known = await findSavedByIndex(transaction, userId, accountIndex);
  if (known !== undefined && known !== profileId) return replaceSavedAccount(transaction, profileId, known);
  const sealed = sealNumbers(services, after, `saved-bank-account:${profileId}`);
  return updateSavedAccount(transaction, profileId, { ...shown, accountIndex, ...sealed });
}

async function tell(
  services: Services,
  transaction: Transaction,
  told: {
    readonly customerId: string;
    readonly occasion: string;
    readonly before: BankAccount;
    readonly shown: { readonly bankName: string; readonly lastFour: string };
  },
): Promise<void> {
  const mail = bankChangeMail({
    occasion: `${told.occasion}-${told.customerId}`,
    formerLastFour: told.before.accountNumber.slice(-4),
    ...told.shown,
  });
  await mailCustomer(services, transaction, told.customerId, mail, services.clock.now());
}
