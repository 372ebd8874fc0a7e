import { centsOption } from '#common/contract/option-kinds.ts';
import type { Options } from '#common/contract/all-options.ts';
import type { Texts } from '#common/contract/all-texts.ts';
import { fillText } from '#common/contract/fill-text.ts';
import type { Day } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';

/** The texts customers authorize before they pay by bank account, each with its words about the return fee. */
const authorizations = {
  'draftOnce.authorization': 'draftOnce.returnedPaymentFee',
  'draftOnce.scheduled': 'draftOnce.returnedPaymentFee',
  'draftOnce.recurring': 'draftOnce.returnedPaymentFee',
  'achDraft.authorization': 'achDraft.returnedPaymentFee',
} as const;

interface ReturnFee {
  readonly feeCents: Cents;
  /** Only payments that were authorized on or after this day cost it. */
  readonly from: Day;
}

export function returnFeeOf(options: Options): ReturnFee | undefined {
  const feeCents = centsOption(options['paymentOptions.returnedPaymentFee']);
  const from = options['paymentOptions.returnedPaymentFeeFrom'];
  return feeCents === null || feeCents === 0 || from === null ? undefined : { feeCents, from };
}

/**
 * Adds the returned-payment fee, where the institution charges one, to what customers authorize. The server keeps these
 * words with each authorization.
 */
export function discloseReturnFee(texts: Texts, options: Options): Texts {
  const fee = returnFeeOf(options);
  if (!fee) return texts;
  const amount = formatCents(fee.feeCents);
  const disclosed = Object.entries(authorizations).map(([key, added]) => {
    const words = [texts[key as keyof typeof authorizations], fillText(texts[added] ?? '', { amount })];
    return [key, words.filter(Boolean).join(' ')];
  });
  return { ...texts, ...Object.fromEntries(disclosed) };
}
