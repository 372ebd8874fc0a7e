import type { HistoryItem } from '#common/accounts/history.api.ts';
import { historyToWire, type PostedEntry } from '#common/accounts/history.wire.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Institution } from '#common/institution/institution.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';

/** Descriptions that our books write, with the texts that show them. Any other description is the host's own. */
const textsOfDescriptions: ReadonlyMap<string, EntryText> = new Map<string, EntryText>([
  ['Payment, Card', 'historyEntry.card'],
  ['Payment, E-Check', 'historyEntry.bankAccount'],
  ['Principal-only payment, Card', 'historyEntry.principalCard'],
  ['Principal-only payment, E-Check', 'historyEntry.principalBankAccount'],
  ['Payment, Branch', 'historyEntry.branch'],
  ['Payment, Check', 'historyEntry.check'],
  ['Payment, Wire', 'historyEntry.wire'],
  ['Payment returned', 'historyEntry.returned'],
  ['Late charge', 'historyEntry.lateCharge'],
  ['Late charge waived', 'historyEntry.lateChargeWaived'],
  ['Returned payment fee', 'historyEntry.returnedPaymentFee'],
  ['Returned payment fee waived', 'historyEntry.returnedPaymentFeeWaived'],
  ['Opening balance', 'historyEntry.openingBalance'],
  ['Balance update', 'historyEntry.balanceUpdate'],
  ['Loan disbursed', 'historyEntry.disbursed'],
  ['Due date changed', 'historyEntry.dueDateChanged'],
  ['Interest rate changed', 'historyEntry.rateChanged'],
  ['Payments deferred', 'historyEntry.paymentsDeferred'],
  ['Charged off', 'historyEntry.chargedOff'],
  ['Charge-off adjusted', 'historyEntry.chargeOffAdjusted'],
  ['Charge-off reversed', 'historyEntry.chargeOffReversed'],
  ['Lien released', 'historyEntry.lienReleased'],
  ['Lien release withdrawn', 'historyEntry.lienReleaseWithdrawn'],
  ['Advance', 'historyEntry.advance'],
  ['Advance, Check', 'historyEntry.advanceCheck'],
  ['Advance, Wire', 'historyEntry.advanceWire'],
  ['Advance, Bank account', 'historyEntry.advanceBank'],
  ['Advance taken back', 'historyEntry.advanceTakenBack'],
]);

type EntryText = Extract<TextKey, `historyEntry.${string}`>;

/** Returns an entry's description in the institution's words. */
export function entryWords(description: string, words: (key: EntryText) => string): string {
  const key = textsOfDescriptions.get(description);
  return key === undefined ? description : words(key);
}

export function historyInWords(
  entries: readonly PostedEntry[],
  { texts, timeZone }: Pick<Institution, 'texts' | 'timeZone'>,
): HistoryItem[] {
  const words = documentWords(texts);
  return entries.map((entry) =>
    historyToWire({ ...entry, description: entryWords(entry.description, words) }, timeZone),
  );
}
