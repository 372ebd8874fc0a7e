import { centsOption } from '#common/contract/option-kinds.ts';
import type { Options } from '#common/contract/all-options.ts';
import type { Texts } from '#common/contract/all-texts.ts';
import { fillText } from '#common/contract/fill-text.ts';
import { formatCents } from '#common/core/money.ts';

/** The texts customers authorize before they pay by bank account, each with its words about the return fee. */
const authorizations = {
  'draftOnce.authorization': 'draftOnce.returnedPaymentFee',
  'draftOnce.scheduled': 'draftOnce.returnedPaymentFee',
  'draftOnce.recurring': 'draftOnce.returnedPaymentFee',
  'achDraft.authorization': 'achDraft.returnedPaymentFee',
} as const;

/**
 * Adds the returned-payment fee, where the institution charges one, to what customers authorize. The server keeps these
 * words with each authorization.
 */
export function discloseReturnFee(texts: Texts, options: Options): Texts {
  const feeCents = centsOption(options['paymentOptions.returnedPaymentFee']);
  if (feeCents === null || feeCents === 0) return texts;
  const amount = formatCents(feeCents);
  const disclosed = Object.entries(authorizations).map(([key, fee]) => {
    const words = [texts[key as keyof typeof authorizations], fillText(texts[fee] ?? '', { amount })];
    return [key, words.filter(Boolean).join(' ')];
  });
  return { ...texts, ...Object.fromEntries(disclosed) };
}
