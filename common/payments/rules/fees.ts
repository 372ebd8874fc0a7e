import { addCents, type Cents, cents, subtractCents } from '../../core/money.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { DebitCredit, FirstPartyFees, PaymentTiming, PaymentType } from './payment-types.ts';

export type FeeMethod = { readonly type: 'ACH' } | { readonly type: 'Card'; readonly debitCredit: DebitCredit };

export interface PaymentFees {
  readonly firstPartyCents: Cents;
  readonly thirdPartyCents: Cents;
}

/** The institution's own fee (P 5, Totals): bank drafts by timing, cards by kind. */
export function firstPartyFee(method: FeeMethod, timing: PaymentTiming, fees: FirstPartyFees): Cents {
  if (method.type === 'Card') return method.debitCredit === 'DebitCard' ? fees.debitCardCents : fees.creditCardCents;
  if (timing === 'scheduled') return fees.scheduledAchCents;
  return timing === 'recurring' ? fees.recurringAchCents : fees.eCheckCents;
}

/** The processor's fee; zero if the institution has turned third-party fees off. */
export function thirdPartyFee(type: PaymentType, settings: Pick<PaymentSettings, 'thirdPartyFees'>): Cents {
  return type === 'Card' ? settings.thirdPartyFees.cardCents : settings.thirdPartyFees.achCents;
}

/** Shown as Processing Fee if above zero. */
export function processingFee(fees: PaymentFees): Cents {
  return addCents(fees.firstPartyCents, fees.thirdPartyCents);
}

export function paymentTotal(amount: Cents, fees: PaymentFees, additionalPrincipal: Cents): Cents {
  return addCents(amount, processingFee(fees), additionalPrincipal);
}

/** The total in an ACH draft agreement, which lists additional principal separately (P 5, C-008). */
export function draftAgreementTotal(amount: Cents, fees: PaymentFees): Cents {
  return addCents(amount, processingFee(fees));
}

/** The largest amount that fits the ten digits of an ACH entry (NACHA entry detail record). */
export const MAX_BANK_ENTRY_CENTS = cents(9_999_999_999);

/** The largest amount a bank payment can carry in addition to its fees. */
export function maxBankEntryCents(
  timing: PaymentTiming,
  { fees }: { readonly fees: FirstPartyFees },
  settings: Pick<PaymentSettings, 'thirdPartyFees'>,
): Cents {
  return subtractCents(
    MAX_BANK_ENTRY_CENTS,
    firstPartyFee({ type: 'ACH' }, timing, fees),
    thirdPartyFee('ACH', settings),
  );
}
