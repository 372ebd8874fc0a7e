import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays, day, type Day } from '#common/core/dates.ts';
import { cents, subtractCents, ZERO } from '#common/core/money.ts';
import type { HostServicing } from '#server/host/host-servicing.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { findImbalances } from './find-imbalances.ts';

const today = day('2026-11-21');
const postedAt = Temporal.Instant.from('2026-11-21T15:00:00Z');
const customerId = '400102';
const accountNumber = '101-005520-1';
const otherAccountNumber = '101-004417-2';

let app: TestApp;
let servicing: HostServicing;
let ids = 0;

beforeAll(async () => {
  app = await createTestApp();
  if (!app.services.host.servicing) throw new Error('Our own books are served');
  ({ servicing } = app.services.host);
});

afterAll(() => app.close());

const change = (on: Day) => {
  ids += 1;
  return { accountNumber, paymentId: `charge-off-${ids}`, effectiveOn: on, postedAt };
};
const chargeOff = () => servicing.chargeOff(change(today));
const reverseChargeOff = () => servicing.reverseChargeOff(change(today));

afterEach(async () => {
  const imbalances = await findImbalances(app.services.database);
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
  if ((await loanNow())?.chargedOff) await reverseChargeOff();
  // Each test starts with a loan of which nothing of a charge-off is left.
  const { contra, recovered, lost } = await ledgerNow();
  if (contra !== 0 || recovered !== 0 || lost !== 0) throw new Error(JSON.stringify({ contra, recovered, lost }));
});

async function pay(paymentId: string, amount: number, effectiveOn = today): Promise<void> {
  const amounts = { amountCents: cents(amount), additionalPrincipalCents: ZERO, processingFeeCents: ZERO };
  await app.services.host.postPayment({
    paymentId,
    accountNumber,
    effectiveOn,
    postedAt,
    method: 'Card',
    ...amounts,
  });
}

const refundTo = (paymentId: string, refundId: string, left: number) =>
  servicing.refundPart({
    paymentId,
    refundId,
    amountCents: cents(left),
    additionalPrincipalCents: ZERO,
    processingFeeCents: ZERO,
    postedAt,
  });

const comesBack = (paymentId: string) => app.services.host.reversePayment({ paymentId, effectiveOn: today, postedAt });
const loanNow = () => app.services.host.findLoan(customerId, accountNumber, today);

/** The loan's movements in the ledger; debits are positive, recoveries as received. */
async function ledgerNow() {
  const { rows } = await sql<{ code: number; sum: number }>`
    select ledger_code as code, sum(amount_cents)::bigint as sum from postings join accounts using (account_id)
    where account_number = ${accountNumber} group by 1`.execute(app.services.database);
  const of = (code: number) => rows.find((row) => row.code === code)?.sum ?? 0;
  return { owed: of(1110) + of(1120) + of(1130), contra: of(1190), recovered: 0 - of(4050), lost: of(5020) };
}

async function originalChargeOff(): Promise<number> {
  const page = { through: day('2026-11-30'), after: '', limit: 1_000 };
  const accounts = (await app.services.ledgerReports?.listCreditAccounts(page))?.accounts ?? [];
  const chargedOff = accounts.find((account) => account.accountNumber === accountNumber)?.chargedOff;
  if (!chargedOff || chargedOff === 'notKnown') throw new Error('It is not charged off');
  return chargedOff.amountCents;
}

const adjustments = async () => {
  const entries = await app.services.host.listHistory(customerId, accountNumber, {
    since: null,
    limit: 100,
    before: null,
  });
  return entries.filter(({ description }) => description === 'Charge-off adjusted').length;
};

describe('a payment of before the charge-off', () => {
  test('that is refunded in part is a further loss of that part alone, and nothing of it is recovered', async () => {
    await pay('part', 40_000, addDays(today, -1));
    await chargeOff();
    const [before, original, adjusted] = [await ledgerNow(), await originalChargeOff(), await adjustments()];
    await refundTo('part', 'part-1', 36_000);
    expect(await ledgerNow()).toEqual({
      owed: before.owed + 4_000,
      contra: before.contra - 4_000,
      recovered: 0,
      lost: before.lost + 4_000,
    });
    expect(await originalChargeOff()).toBe(original + 4_000);
    expect(await adjustments()).toBe(adjusted + 1);
    await refundTo('part', 'part-2', 30_000);
    expect(await ledgerNow()).toMatchObject({ recovered: 0, lost: before.lost + 10_000 });
    await comesBack('part');
    expect(await originalChargeOff()).toBe(original + 40_000);
  });

  test('that comes back was owed with its interest when it was charged off', async () => {
    await pay('whole', 40_000);
    await chargeOff();
    const [before, original] = [await ledgerNow(), await originalChargeOff()];
    await comesBack('whole');
    const { lost, recovered } = await ledgerNow();
    expect(lost - before.lost).toBeLessThan(40_000);
    expect(recovered).toBe(0);
    expect(await originalChargeOff()).toBe(original + 40_000);
  });

  test('still counts as one of before when a check of an earlier day is received and it is applied again', async () => {
    await pay('then', 40_000);
    await chargeOff();
    const [before, original] = [await ledgerNow(), await originalChargeOff()];
    await pay('earlier', 20_000, addDays(today, -3));
    const { owed, recovered, lost } = await ledgerNow();
    expect(recovered - (lost - before.lost)).toBe(before.owed - owed);
    expect(await originalChargeOff()).toBe(original);
    await refundTo('then', 'then-1', 35_000);
    expect(await ledgerNow()).toMatchObject({ recovered });
    expect(await originalChargeOff()).toBe(original + 5_000);
    await comesBack('earlier');
    await comesBack('then');
  });

  test("doesn't count for a charge-off that it came after, once that was reversed", async () => {
    await chargeOff();
    await pay('between', 40_000);
    expect((await ledgerNow()).recovered).toBeGreaterThan(0);
    await reverseChargeOff();
    await chargeOff();
    const { owed, lost } = await ledgerNow();
    await comesBack('between');
    const back = await ledgerNow();
    expect(back).toMatchObject({ recovered: 0, lost: lost + back.owed - owed });
  });

  test('no longer counts as one of before once it was moved to another loan and back', async () => {
    await pay('moved', 40_000);
    await chargeOff();
    const before = await ledgerNow();
    const move = { paymentId: 'moved', additionalPrincipalCents: ZERO, waivedChargeIds: [], movedOn: today, postedAt };
    const [here, there] = [accountNumber, otherAccountNumber];
    await servicing.movePayment({ ...move, moveId: 'away', fromAccountNumber: here, accountNumber: there });
    expect(await ledgerNow()).toMatchObject({ recovered: 0 });
    await servicing.movePayment({ ...move, moveId: 'back', fromAccountNumber: there, accountNumber: here });
    expect(await ledgerNow()).toEqual(before);
    await comesBack('moved');
  });
});

describe('a payment since the charge-off', () => {
  test('recovers what it pays of the principal when it is applied again, though it first paid interest alone', async () => {
    await chargeOff();
    const before = await ledgerNow();
    const interestCents = (await loanNow())?.interestDueCents ?? ZERO;
    expect(interestCents).toBeGreaterThan(0);
    await pay('interest', interestCents);
    expect(await ledgerNow()).toEqual(before);
    await pay('principal', 30_000, addDays(today, -1));
    const after = await ledgerNow();
    expect(after).toMatchObject({ lost: before.lost, recovered: subtractCents(cents(before.owed), cents(after.owed)) });
    expect(after.recovered).toBeGreaterThan(30_000 - interestCents);
  });

  test('that is refunded in part recovers less', async () => {
    await chargeOff();
    const before = await ledgerNow();
    await pay('late', 40_000);
    await refundTo('late', 'late-1', 36_000);
    const { owed, lost, recovered } = await ledgerNow();
    expect({ lost, recovered }).toEqual({ lost: before.lost, recovered: before.owed - owed });
  });
});
