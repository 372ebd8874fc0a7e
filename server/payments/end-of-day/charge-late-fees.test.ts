import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import type { Host } from '#server/host/host.ts';
import { createEndOfDayScene, type EndOfDayScene } from '#tests/builders/end-of-day-scene.ts';
import { chargeLateFees } from './charge-late-fees.command.ts';

const [wednesday, thursday] = [day('2026-12-30'), day('2026-12-31')];
const loan = '101-005520-1';

let scene: EndOfDayScene;

beforeAll(async () => {
  scene = await createEndOfDayScene();
  scene.clockAt('2026-12-31T17:05:00-05:00');
  await sql`insert into business_days (business_on) values (${wednesday}), (${thursday})`.execute(
    scene.testApp.services.database,
  );
});

afterAll(() => scene.testApp.close());

const closeWith = (assessLateCharges: Host['assessLateCharges'], on = wednesday) => {
  const { services } = scene.testApp;
  const host = { ...services.host, assessLateCharges };
  return chargeLateFees({ ...services, host }, on, new AbortController().signal);
};

async function chargedLoans(): Promise<readonly string[]> {
  const { rows } = await sql<{ number: string }>`
    select distinct account_number as number from transfers join postings using (transfer_id)
      join accounts using (account_id)
    where transfers.description = 'Late charge' and effective_on in (${wednesday}, ${thursday})`.execute(
    scene.testApp.services.database,
  );
  return rows.map(({ number }) => number);
}

it('a day on which no loan can be charged stays open', async () => {
  await expect(closeWith(() => Promise.reject(new Error('no room for a transfer')))).rejects.toThrow('no room');
  expect(await chargedLoans()).toEqual([]);
});

it("a loan that can't be charged keeps no late charge of the others back, and is charged with the next day", async () => {
  const { host, metrics } = scene.testApp.services;
  const left = async () => (await metrics.itemFailures.get()).values[0]?.value;
  const before = await left();
  const failing: Host['assessLateCharges'] = async (assessment) => {
    if (assessment.loans.some(({ accountNumber }) => accountNumber === loan))
      throw new Error('the loan makes no sense');
    await host.assessLateCharges(assessment);
  };
  expect(await closeWith(failing)).toBe(true);
  const charged = await chargedLoans();
  expect(charged.length).toBeGreaterThan(0);
  expect(charged).not.toContain(loan);
  expect(await left()).toBe((before ?? 0) + 1);
  expect(await closeWith(host.assessLateCharges, thursday)).toBe(true);
  expect(await chargedLoans()).toContain(loan);
});
