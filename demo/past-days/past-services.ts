import type { Day } from '#common/core/dates.ts';
import { createAuditLog } from '#server/platform/audit/append-audit-log.queries.ts';
import { openAuditKey } from '#server/platform/audit/audit-key.queries.ts';
import { clockOf } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';

/** The services as they were at a moment that has passed. */
export type At = (on: Day, time: string) => Services;

/** The services as they were at an instant that has passed. */
export async function servicesAt(services: Services, instant: Temporal.Instant): Promise<Services> {
  const clock = clockOf(() => instant, services.institution.timeZone);
  return { ...services, clock, audit: createAuditLog(clock, await openAuditKey(services.database, services.cipher)) };
}

/** Everything that is done with them, such as an entry of the audit log, has the time of that moment. */
export async function servicesInThePast(services: Services): Promise<At> {
  const { cipher, database, institution } = services;
  const { timeZone } = institution;
  const key = await openAuditKey(database, cipher);
  return (on, time) => {
    const instant = Temporal.PlainDateTime.from(`${on}T${time}`).toZonedDateTime(timeZone).toInstant();
    const clock = clockOf(() => instant, timeZone);
    return { ...services, clock, audit: createAuditLog(clock, key) };
  };
}
