import type { Day } from '../../core/dates.ts';
import { methodPermissions } from './availability.ts';
import { listBankAccountTypes } from './bank-account-types.ts';
import { findLastCardDay, isCardExpired } from './card-life.ts';
import { CREDIT_CARDS_NOT_ACCEPTED } from './credit-cards-not-accepted.ts';
import type { HostMessage } from './host-messages.ts';
import type { MethodKind } from './method-availability.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type {
  BankAccountEntry,
  CardEntry,
  DebitCredit,
  PaymentTerms,
  SavedBankAccount,
  SavedCard,
  TokenizedCard,
} from './payment-types.ts';

export type SubmittedMethod =
  | { readonly type: 'Card'; readonly saved: SavedCard }
  | { readonly type: 'Card'; readonly singleUse: CardEntry }
  | { readonly type: 'Card'; readonly tokenized: TokenizedCard }
  | { readonly type: 'ACH'; readonly saved: SavedBankAccount }
  | { readonly type: 'ACH'; readonly singleUse: BankAccountEntry };

/** The facts about a method that decide dates, amounts and fees. */
export interface IntendedMethod extends MethodKind {
  readonly debitCredit: DebitCredit | null;
  /** The card's last valid day; null for a bank account or if unknown. */
  readonly goodThrough: Day | null;
}

export function intendedMethod(method: SubmittedMethod): IntendedMethod {
  const use = 'saved' in method ? 'saved' : 'singleUse';
  if (method.type === 'ACH') return { type: 'ACH', use, debitCredit: null, goodThrough: null };
  const { debitCredit, expiration } = cardOf(method);
  return { type: 'Card', use, debitCredit, goodThrough: findLastCardDay(expiration) ?? null };
}

/**
 * Whether this customer may use the method at all, apart from date and amount. What was typed is checked where it is
 * typed, and by `findMethodError` on the server.
 */
export function findUseError(
  method: SubmittedMethod,
  { companyNumber, today }: Pick<PaymentTerms, 'companyNumber' | 'today'>,
  settings: PaymentSettings,
): 'Invalid' | 'Expired' | HostMessage | undefined {
  const { maySave, mayUseOnce } = methodPermissions(method.type, settings, companyNumber);
  if ('saved' in method ? !maySave : !mayUseOnce) return 'Invalid';
  if (method.type === 'ACH') {
    const { accountType } = 'saved' in method ? method.saved : method.singleUse;
    return listBankAccountTypes(settings).includes(accountType) ? undefined : 'Invalid';
  }
  const { debitCredit, expiration } = cardOf(method);
  if (settings.debitOnly && debitCredit === 'CreditCard') return CREDIT_CARDS_NOT_ACCEPTED;
  if (isCardExpired(expiration, today)) return 'Expired';
  if ('singleUse' in method) return undefined;
  return settings.cardBrands.includes(('saved' in method ? method.saved : method.tokenized).brand)
    ? undefined
    : 'Invalid';
}

function cardOf(method: Extract<SubmittedMethod, { type: 'Card' }>) {
  return 'saved' in method ? method.saved : 'tokenized' in method ? method.tokenized : method.singleUse;
}
