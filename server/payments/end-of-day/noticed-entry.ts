import type { SentCredit } from '#server/payments/operator/payout-credits.queries.ts';
import type { FiledEntry } from './bank-notices.queries.ts';

/** The entry of a bank file that a bank's notice is about: a draft, or a credit to a customer. */
export type NoticedEntry =
  | { readonly kind: 'draft'; readonly draft: FiledEntry }
  | { readonly kind: 'credit'; readonly credit: SentCredit };

interface EntryNames {
  readonly id: string;
  /** The identity that its account numbers are sealed with. */
  readonly numbers: string;
  /** The same of what the bank wrote. */
  readonly corrected: (code: string) => string;
  /** For the audit log. */
  readonly details: { readonly paymentId: string } | { readonly payoutId: string };
}

export function namesOf(entry: NoticedEntry): EntryNames {
  if (entry.kind === 'draft') {
    const { entryId, paymentId } = entry.draft;
    return {
      id: String(entryId),
      numbers: `ach-entry:${paymentId}`,
      corrected: (code) => `bank-account-change:${entryId}:${code}`,
      details: { paymentId },
    };
  }
  const { payoutId } = entry.credit;
  return {
    id: payoutId,
    numbers: `payout-credit:${payoutId}`,
    corrected: (code) => `credit-notice:${payoutId}:${code}`,
    details: { payoutId },
  };
}
