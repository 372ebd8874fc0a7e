import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import type { PaymentMove } from '#server/host/host-servicing.ts';
import { addCustomer, addLoan } from '#tests/builders/books.ts';
import { postedAt, startEmptyBooks, today as movedOn } from '#tests/builders/empty-books.ts';

const paidOn = day('2026-09-30');
const chargedOn = day('2026-10-12');
const paidAt = Temporal.Instant.from('2026-09-30T15:00:00Z');

const books = startEmptyBooks();
let scenes = 0;
let [wrong, right, twin] = ['', '', ''];
let paymentId: string;

beforeAll(() => addCustomer(books.database, 'bob'));

/** Ada's payment for the installment of October 1 counts on her loan; it was meant for Bob's. `twin` is as Bob's. */
beforeEach(async () => {
  scenes += 1;
  [wrong, right, twin] = [`W-${scenes}`, `R-${scenes}`, `T-${scenes}`];
  paymentId = `payment-${scenes}`;
  const state = { nextDueOn: day('2026-10-01') };
  await addLoan(books.database, { number: wrong, customerId: 'ada', state });
  for (const number of [right, twin]) await addLoan(books.database, { number, customerId: 'bob', state });
  await pay(wrong, paymentId);
});

const pay = (accountNumber: string, id: string, effectiveOn = paidOn) =>
  books.pay({
    paymentId: id,
    accountNumber,
    effectiveOn,
    postedAt: paidAt,
    amountCents: cents(45_000),
    additionalPrincipalCents: cents(1_000),
    processingFeeCents: cents(200),
  });
const charge = (accountNumber: string, on = movedOn) =>
  books.host.assessLateCharges({ on, postedAt, loans: [{ accountNumber, expectedCents: ZERO }] });
const loan = async (accountNumber: string, customerId = 'bob') =>
  books.host.findLoan(customerId, accountNumber, movedOn);
const newest = async (accountNumber: string, customerId = 'bob') =>
  (await books.host.listHistory(customerId, accountNumber, { since: null, limit: 5, before: null }))
    .filter(({ description }) => description !== 'Opening balance')
    .map(({ description, effectiveOn, returned, paymentId: receipt }) => [description, effectiveOn, returned, receipt]);

function move(changes: Partial<PaymentMove> = {}): PaymentMove {
  return {
    paymentId,
    moveId: `moved-${scenes}`,
    fromAccountNumber: wrong,
    accountNumber: right,
    additionalPrincipalCents: cents(1_000),
    waivedChargeIds: [],
    movedOn,
    postedAt,
    ...changes,
  };
}

describe('a moved payment', () => {
  test('leaves one loan as if never made, and counts on the other as if made there on its day', async () => {
    const untouched = `U-${scenes}`;
    await addLoan(books.database, { number: untouched, customerId: 'ada', state: { nextDueOn: day('2026-10-01') } });
    await pay(twin, `twin-${scenes}`);
    const expected = await books.servicing.projectMove(move());
    await books.servicing.movePayment(move());
    expect({ ...(await loan(right)), accountNumber: '' }).toEqual({ ...(await loan(twin)), accountNumber: '' });
    expect({ ...(await loan(wrong, 'ada')), accountNumber: '' }).toEqual({
      ...(await loan(untouched, 'ada')),
      accountNumber: '',
    });
    expect(expected?.principalAfterCents).toBe((await loan(right))?.principalCents);
    expect(expected?.fromPrincipalAfterCents).toBe((await loan(wrong, 'ada'))?.principalCents);
  });

  test('moves once, and both histories say so without naming the other loan', async () => {
    await Promise.all([books.servicing.movePayment(move()), books.servicing.movePayment(move())]);
    await books.servicing.movePayment(move());
    expect(await newest(wrong, 'ada')).toEqual([
      ['Payment moved to another loan', paidOn, false, null],
      ['Payment, E-Check', paidOn, false, paymentId],
    ]);
    expect(await newest(right)).toEqual([['Payment, E-Check, moved from another loan', paidOn, false, null]]);
    expect(await books.host.listPostings([paymentId])).toEqual([
      { paymentId, method: 'ACH', totalCents: 46_200, reversed: false },
    ]);
  });

  test('is reversed where it is, once', async () => {
    const before = await loan(right);
    await books.servicing.movePayment(move());
    const reversal = { paymentId, effectiveOn: movedOn, postedAt };
    const reversed = await books.host.reversePayment(reversal);
    expect(await books.host.reversePayment(reversal)).toEqual(reversed);
    expect(await loan(right)).toEqual(before);
    expect((await newest(wrong, 'ada'))[0]?.[0]).toBe('Payment moved to another loan');
    expect(await books.host.listPostings([paymentId])).toMatchObject([{ reversed: true }]);
    await expect(books.servicing.movePayment(move({ moveId: 'again' }))).rejects.toMatchObject({ reason: 'NotThere' });
  });

  test('moves on, and back', async () => {
    await books.servicing.movePayment(move());
    await books.servicing.movePayment(move({ moveId: `on-${scenes}`, fromAccountNumber: right, accountNumber: twin }));
    await books.servicing.movePayment(
      move({ moveId: `back-${scenes}`, fromAccountNumber: twin, accountNumber: wrong }),
    );
    expect((await loan(right))?.payoffCents).toBe((await loan(twin))?.payoffCents);
    expect((await newest(wrong, 'ada'))[0]?.[0]).toBe('Payment, E-Check, moved from another loan');
    await expect(books.servicing.movePayment(move({ moveId: 'late' }))).resolves.toEqual({});
  });

  test('takes back the late charges chosen, and no others', async () => {
    await charge(right);
    const kept = await books.servicing.projectMove(move());
    const charges = kept?.lateCharges ?? [];
    expect(charges.map(({ chargedOn, amountCents }) => [chargedOn, amountCents])).toContainEqual([movedOn, 2_500]);
    const [one, ...others] = charges.map(({ chargeId }) => chargeId);
    const waivedChargeIds = [one ?? ''];
    const waived = await books.servicing.projectMove(move({ waivedChargeIds }));
    // The payment counts from a day before the charges, so it pays none of them.
    expect(waived?.allocation).toEqual(kept?.allocation);
    await books.servicing.movePayment(move({ waivedChargeIds }));
    expect((await books.host.listLateCharges('bob', right)).map(({ chargeId }) => chargeId)).toEqual(others);
    expect(await loan(right)).toMatchObject({
      lateChargesCents: others.length * 2_500,
      principalCents: waived?.principalAfterCents,
    });
  });

  test('pays no late charge of its own day that is waived, and those of later days stay as they are', async () => {
    // One of the day the payment counts from, one of later.
    paymentId = `of-a-charge-${scenes}`;
    await pay(wrong, paymentId, chargedOn);
    for (const on of [chargedOn, movedOn]) await charge(right, on);
    const [later, ofThatDay] = (await books.host.listLateCharges('bob', right)).map(({ chargeId }) => chargeId);
    const waiving = (...waivedChargeIds: (string | undefined)[]) =>
      move({ waivedChargeIds: waivedChargeIds.filter((chargeId) => chargeId !== undefined) });
    const feesPaid = async (asked: PaymentMove) => (await books.servicing.projectMove(asked))?.allocation.feesCents;
    expect(await feesPaid(waiving())).toBe(2_500);
    expect(await feesPaid(waiving(later))).toBe(2_500);
    expect(await feesPaid(waiving(ofThatDay))).toBe(0);
    const both = waiving(ofThatDay, later);
    const expected = await books.servicing.projectMove(both);
    expect(expected?.allocation.feesCents).toBe(0);
    await books.servicing.movePayment(both);
    expect(await loan(right)).toMatchObject({ lateChargesCents: 0, principalCents: expected?.principalAfterCents });
  });

  test('takes back no late charge of a day before its own', async () => {
    for (const on of [chargedOn, movedOn]) await charge(right, on);
    const [later] = await books.host.listLateCharges('bob', right);
    paymentId = `between-${scenes}`;
    await pay(wrong, paymentId, addDays(chargedOn, 1));
    expect((await books.servicing.projectMove(move()))?.lateCharges).toEqual([later]);
  });

  test('must be a payment, not a draw', async () => {
    const line = `C-${scenes}`;
    await addLoan(books.database, { number: line, customerId: 'ada', line: true });
    const draw = { accountNumber: line, means: 'check', amountCents: cents(5_000), effectiveOn: movedOn } as const;
    await books.servicing.drawOnLine({ ...draw, postedAt, paymentId: `draw-${scenes}` });
    const moved = books.servicing.movePayment(move({ paymentId: `draw-${scenes}`, fromAccountNumber: line }));
    await expect(moved).rejects.toThrow('The posting of a payment has no line for the money.');
  });

  test('of which one step is refused is not moved at all', async () => {
    const before = [await loan(wrong, 'ada'), await loan(right)];
    await expect(books.servicing.movePayment(move({ waivedChargeIds: ['999999'] }))).rejects.toMatchObject({
      reason: 'NoSuchAccount',
    });
    expect([await loan(wrong, 'ada'), await loan(right)]).toEqual(before);
  });

  test.each([
    ['of another loan', { fromAccountNumber: 'T' }],
    ['never posted', { paymentId: 'never' }],
    ['to no loan', { accountNumber: 'nowhere' }],
    ['to its own loan', { accountNumber: 'W' }],
  ])('is refused: %s', async (_why, changes) => {
    const named = Object.fromEntries(
      Object.entries(changes).map(([key, value]) => [key, { T: twin, W: wrong }[value] ?? value]),
    );
    expect(await books.servicing.projectMove(move(named))).toBeUndefined();
    await expect(books.servicing.movePayment(move(named))).rejects.toMatchObject({
      reason: 'NotThere',
      message: `Payment ${move(named).paymentId} can't be moved: it isn't on that loan anymore.`,
    });
  });
});
