import { expect, it } from 'vitest';
import { defaultTexts, type Texts } from '#common/contract/all-texts.ts';
import { day } from '#common/core/dates.ts';
import { optionDefinitions, type Options } from '#common/contract/all-options.ts';
import { discloseReturnFee } from './disclose-return-fee.ts';

const options = Object.fromEntries(
  Object.entries(optionDefinitions).map(([key, { defaultValue }]) => [key, defaultValue]),
) as Options;
const texts = defaultTexts as Texts;

const authorizations = [
  [
    'draftOnce.authorization',
    'If your bank returns the payment unpaid, we may charge a returned payment fee of $30.00 to your loan.',
  ],
  [
    'draftOnce.scheduled',
    'If your bank returns the payment unpaid, we may charge a returned payment fee of $30.00 to your loan.',
  ],
  [
    'draftOnce.recurring',
    'If your bank returns the payment unpaid, we may charge a returned payment fee of $30.00 to your loan.',
  ],
  [
    'achDraft.authorization',
    'If my bank returns a payment unpaid, I may be charged a returned payment fee of $30.00 on my loan.',
  ],
] as const;

const from = { 'paymentOptions.returnedPaymentFeeFrom': day('2026-11-01') };

it.each(authorizations)('"%s" names the fee', (key, words) => {
  const disclosed = discloseReturnFee(texts, { ...options, 'paymentOptions.returnedPaymentFee': 30, ...from });
  expect(disclosed[key]).toBe(`${texts[key]} ${words}`);
});

it.each([null, 0])('a fee of %s is not spoken of', (fee) => {
  expect(discloseReturnFee(texts, { ...options, 'paymentOptions.returnedPaymentFee': fee, ...from })).toEqual(texts);
});
