import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundScene, type RefundScene } from '#tests/builders/refund-scene.ts';

let scene: RefundScene;
let [before, paid] = [0, 0];

const interestOf = async (year: number) => {
  const loans = await scene.services.ledgerReports?.listLoanInterest(year);
  return loans?.find(({ accountNumber }) => accountNumber === scene.loan)?.interestCents ?? 0;
};

/** What the loan's row of Form 1098 and the customer's own screen say of last year. */
async function lastYear() {
  await scene.operations().confirm();
  const form = await scene.operations().post('/api/desk/year-end/export', { year: 2026, form: '1098' });
  const [header = '', ...rows] = form.body.trimEnd().split('\r\n');
  const row = rows.find((each) => each.includes(scene.loan))?.split(',');
  const details = await scene.services.host.findLoanDetails(
    scene.named.customerId,
    scene.loan,
    scene.services.clock.today(),
  );
  return [row?.[header.split(',').indexOf('interest_received')], details?.interestLastYearCents];
}

/** A check that comes in December; most of a month's interest is due. */
beforeAll(async () => {
  scene = await createRefundScene();
  before = await interestOf(2026);
  await scene.clockAt('2026-12-30T10:00:00-05:00');
  await scene.receive('12', 50_000);
  paid = (await interestOf(2026)) - before;
  await scene.clockAt('2027-01-05T10:00:00-05:00');
});

afterAll(() => scene.testApp.close());

describe('the interest of a payment of December that is returned in January', () => {
  it('stays in the year in which it was received, on the form and on the screen', async () => {
    expect(paid).toBeGreaterThan(0);
    const received = [((before + paid) / 100).toFixed(2), before + paid];
    expect(await lastYear()).toEqual(received);
    await scene.bounces('12');
    expect(await lastYear()).toEqual(received);
  });

  it('is taken off the interest of the new year, which may be less than nothing', async () => {
    expect(await interestOf(2027)).toBe(-paid);
    await scene.assertBalanced();
  });

  it('counts in the new year once it is paid again, so that it counts once in both', async () => {
    await scene.receive('13', 50_000);
    const later = await interestOf(2027);
    expect(later).toBeGreaterThanOrEqual(0);
    // Not less than what the check of December paid; beyond it, the interest of January.
    expect((await interestOf(2026)) + later).toBeGreaterThanOrEqual(before + paid);
    expect(await interestOf(2026)).toBe(before + paid);
  });
});
