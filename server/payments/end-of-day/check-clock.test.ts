import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockOf, createClock } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { createEndOfDayScene, type EndOfDayScene } from '#tests/builders/end-of-day-scene.ts';
import { listOpenDays } from './business-days.queries.ts';
import { closeBusinessDays } from './close-business-days.command.ts';

const stopping = new AbortController().signal;

let scene: EndOfDayScene;
let services: Services;

beforeEach(async () => {
  scene = await createEndOfDayScene();
  ({ services } = scene.testApp);
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(services.database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(services.database);
  scene.clockAt('2026-11-21T11:00:00-05:00');
  await closeBusinessDays(services, stopping);
});

afterEach(() => scene.testApp.close());

describe('a clock that may be wrong', () => {
  const institution = () => ({ ...services.institution, demonstration: false });

  it('closes no day when it differs from the database', async () => {
    const weeksAhead = () => machine.now().add({ hours: 24 * 77 });
    const clock = clockOf(weeksAhead, services.institution.timeZone, 'machine');
    await expect(closeBusinessDays({ ...services, clock }, stopping)).rejects.toThrow(
      /110880 minutes ahead of the database/,
    );
    expect(await listOpenDays(services.database, 10)).toEqual([]);
  });

  it('closes more than three days at once only when told to', async () => {
    const real = { ...services, institution: institution(), clock: agreeing() };
    scene.clockAt('2026-11-30T17:05:00-05:00');
    await expect(closeBusinessDays(real, stopping)).rejects.toThrow(/5 business days since 11\/23\/2026 .*--catch-up/);
    expect(await listOpenDays(services.database, 10)).toEqual([]);
    expect(await closeBusinessDays(real, stopping, { catchUp: true })).toHaveLength(5);
    scene.clockAt('2026-12-03T17:05:00-05:00');
    expect(await closeBusinessDays(real, stopping)).toHaveLength(3);
  });

  it('closes no day after it went back before the last one', async () => {
    const real = { ...services, institution: institution(), clock: agreeing() };
    scene.clockAt('2026-11-24T17:05:00-05:00');
    await closeBusinessDays(real, stopping);
    scene.clockAt('2026-11-20T17:05:00-05:00');
    await expect(closeBusinessDays(real, stopping)).rejects.toThrow(/11\/24\/2026 is already closed/);
  });

  const machine = createClock('America/New_York');

  /** A machine clock that matches the database, set to the test's day. */
  function agreeing() {
    return { ...scene.testApp.clock, source: 'machine' as const, now: machine.now };
  }
});
