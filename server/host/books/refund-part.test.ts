import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { type Cents, cents, ZERO } from '#common/core/money.ts';
import type { Host } from '#server/host/host.ts';
import type { HostServicing } from '#server/host/host-servicing.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { addCustomer, addLoan } from '#tests/builders/books.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { createEmbeddedHost } from './embedded-host.ts';
import { findImbalances } from './find-imbalances.ts';

const customerId = 'ada';
const on = day('2026-11-21');
const postedAt = Temporal.Instant.from('2026-11-21T15:00:00Z');

let open: OpenDatabase;
let host: Host;
let servicing: HostServicing;
let loans = 0;
let accountNumber: string;
let paymentId: string;

beforeAll(async () => {
  open = await createTestDatabase();
  const cipher = createFieldCipher(new Uint8Array(32).fill(5));
  host = createEmbeddedHost(open.database, { servicing: servicingRules, timeZone: 'America/New_York' }, cipher);
  if (!host.servicing) throw new Error('Our own books are served');
  ({ servicing } = host);
  await addCustomer(open.database, customerId);
});

afterAll(() => open.close());

/** $60.00 to the loan, of which $40.00 is its interest, and a fee of $3.00. */
beforeEach(async () => {
  loans += 1;
  accountNumber = `L-${loans}`;
  paymentId = `payment-${loans}`;
  await addLoan(open.database, { number: accountNumber, customerId });
  await host.postPayment({
    paymentId,
    accountNumber,
    effectiveOn: on,
    postedAt,
    amountCents: cents(6_000),
    additionalPrincipalCents: ZERO,
    processingFeeCents: cents(300),
    method: 'Card',
  });
});

const refundTo = (left: Partial<Record<'amountCents' | 'processingFeeCents', Cents>>, refundId = `refund-${loans}`) =>
  servicing.refundPart({
    paymentId,
    refundId,
    amountCents: ZERO,
    additionalPrincipalCents: ZERO,
    processingFeeCents: ZERO,
    postedAt,
    ...left,
  });
const loanNow = () => host.findLoan(customerId, accountNumber, on);
const descriptions = async () =>
  (await host.listHistory(customerId, accountNumber, { since: null, limit: 10, before: null })).map(
    ({ description }) => description,
  );

describe('a payment of which a part is refunded', () => {
  test('is refused where nothing of it would go back, or nothing would be left', async () => {
    const before = await loanNow();
    const whole = { amountCents: cents(6_000), processingFeeCents: cents(300) };
    await expect(refundTo(whole)).rejects.toMatchObject({
      name: 'HostRefused',
      reason: 'NotThere',
      message: `$63.00 is not a part of payment ${paymentId}.`,
    });
    await expect(refundTo({ ...whole, amountCents: cents(6_001) })).rejects.toMatchObject({ reason: 'NotThere' });
    await expect(refundTo({})).rejects.toMatchObject({ reason: 'NotThere' });
    expect(await loanNow()).toEqual(before);
    expect(await descriptions()).toEqual(['Payment, Card', 'Opening balance']);
  });

  test('may keep all but a cent, or a cent alone', async () => {
    await refundTo({ amountCents: cents(5_999), processingFeeCents: cents(300) });
    expect(await loanNow()).toMatchObject({ principalCents: 998_001, interestDueCents: 0 });
    await refundTo({ amountCents: cents(1) }, `again-${loans}`);
    expect(await loanNow()).toMatchObject({ principalCents: 1_000_000, interestDueCents: 3_999 });
    expect(await descriptions()).toEqual([
      'Payment, Card, after a partial refund',
      'Payment refunded in part',
      'Payment, Card, after a partial refund',
      'Payment refunded in part',
      'Payment, Card',
      'Opening balance',
    ]);
    expect(await findImbalances(open.database)).toEqual([]);
  });

  test('is refunded once, however often it is asked', async () => {
    const left = { amountCents: cents(5_000), processingFeeCents: cents(300) };
    await refundTo(left);
    const once = await loanNow();
    await refundTo(left);
    expect(await loanNow()).toEqual(once);
  });

  test('is refused once it came back', async () => {
    await host.reversePayment({ paymentId, effectiveOn: on, postedAt });
    await expect(refundTo({ amountCents: cents(5_000) })).rejects.toMatchObject({
      reason: 'NotThere',
      message: `Payment ${paymentId} is on no loan any more.`,
    });
  });
});
