import { describe, expect, test } from 'vitest';
import { addDays } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { PaymentTerms } from './payment-types.ts';
import { isPrincipalOnly } from './breakdown.ts';
import { principalOnlyAvailability, principalOnlyLimits } from './principal-only.ts';

const { today } = ordinaryTerms;
const terms: PaymentTerms = {
  ...ordinaryTerms,
  dueOn: addDays(today, 1),
  feesDueCents: ZERO,
  balanceCents: cents(50_000),
  payoffCents: cents(50_321),
};
const settings: PaymentSettings = { ...ordinarySettings, principalOnlyAllowed: true };

describe('a principal-only payment', () => {
  test('is taken today while nothing is due', () => {
    expect(principalOnlyAvailability(terms, settings, 'immediate')).toEqual({ allowed: true });
    expect(principalOnlyAvailability({ ...terms, dueOn: null }, settings, 'immediate')).toEqual({ allowed: true });
  });

  test.each<[string, Partial<PaymentTerms>]>([
    ['InstallmentDue', { dueOn: today }],
    ['InstallmentDue', { dueOn: addDays(today, -1) }],
    ['FeesDue', { feesDueCents: cents(1) }],
    ['LockedForPayoff', { payoffHold: 'LockedForPayoff' }],
    ['InDispute', { payoffHold: 'InDispute' }],
    ['NoPrincipal', { balanceCents: ZERO }],
    ['NotOffered', { accountKind: 'lineOfCredit' }],
  ])('is refused as %s for %o', (reason, change) => {
    expect(principalOnlyAvailability({ ...terms, ...change }, settings, 'immediate')).toEqual({
      allowed: false,
      reason,
    });
  });

  test.each<[Partial<PaymentSettings>]>([
    [{ principalOnlyAllowed: false }],
    [{ amountHidden: true }],
    [{ totalDueForced: true }],
  ])('is not offered under %o', (change) => {
    expect(principalOnlyAvailability(terms, { ...settings, ...change }, 'immediate')).toMatchObject({
      reason: 'NotOffered',
    });
  });

  test.each(['scheduled', 'recurring'] as const)('is not %s', (timing) => {
    expect(principalOnlyAvailability(terms, settings, timing)).toMatchObject({ reason: 'OnlyToday' });
  });

  test.each<['ACH' | 'Card', number, number, Partial<PaymentTerms>, Partial<PaymentSettings>]>([
    ['ACH', 1, 50_000, {}, {}],
    ['ACH', 500, 50_000, {}, { minimumAchCents: cents(500) }],
    ['ACH', 300, 300, { balanceCents: cents(300) }, { minimumAchCents: cents(500) }],
    ['ACH', 1, 49_999, { balanceCents: cents(50_500), payoffCents: cents(49_999) }, {}],
    ['Card', 1, 20_000, {}, { maximumCardCents: cents(20_000) }],
    ['Card', 700, 50_000, {}, { minimumCardCents: cents(700), maximumCardCents: cents(60_000) }],
  ])('by %s is between %i and %i cents with %o and %o', (type, least, most, loan, rules) => {
    const limits = principalOnlyLimits({ ...terms, ...loan }, { ...settings, maximumCardCents: null, ...rules }, type);
    expect(limits).toMatchObject({ minimumCents: least, maximumCents: most });
  });

  test('is one whose only amount is additional principal', () => {
    expect(isPrincipalOnly({ amountCents: ZERO, additionalPrincipalCents: cents(1) })).toBe(true);
    expect(isPrincipalOnly({ amountCents: cents(1), additionalPrincipalCents: cents(1) })).toBe(false);
    expect(isPrincipalOnly({ amountCents: ZERO, additionalPrincipalCents: ZERO })).toBe(false);
  });
});
