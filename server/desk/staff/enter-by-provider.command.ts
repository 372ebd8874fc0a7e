import { inTransaction } from '#server/platform/db/database.ts';
import { DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import type { Services } from '#server/services.ts';
import { endDeskSessionsOfStaff } from './desk-sessions.queries.ts';
import type { ProvidedPerson } from './identity-provider.ts';
import {
  changeRights,
  findStaff,
  findStaffByEmail,
  findLastRightsGiver,
  insertStaff,
  lockStaffBySubject,
  type Staff,
} from './staff.queries.ts';

/**
 * Admits a person of the identity provider with the role it names. Refuses people without a role, and those whose
 * access an administrator ended.
 * @throws DeskRefusal 403
 */
export async function admitProvidedPerson(services: Services, person: ProvidedPerson): Promise<Staff> {
  const { database, clock, audit } = services;
  const at = clock.now();
  const admitted = await inTransaction(database, async (transaction) => {
    const known = await lockStaffBySubject(transaction, person.subject);
    const role = person.role ?? '';
    if (!known) {
      if (role === '') return undefined;
      // Linking by address alone would let anyone who sets it at the provider become an invited colleague.
      if (await findStaffByEmail(transaction, person.emailAddress)) return undefined;
      const { emailAddress, name, subject } = person;
      const staffId = await insertStaff(
        transaction,
        { emailAddress, name, role, providerSubject: subject, addedBy: null },
        at,
      );
      return findStaff(transaction, staffId);
    }
    if (known.endedAt !== null && (await findLastRightsGiver(transaction, known.staffId)) !== null) {
      throw new DeskRefusal(403, 'AccessEnded', person);
    }
    const before = known.endedAt === null ? known.role : '';
    if (before !== role) {
      const { staffId, emailAddress: staff } = known;
      await changeRights(transaction, { staffId, changedBy: null, before, after: role, at });
      const details = { staffId, staff, by: 'identity provider', before, after: role };
      await audit.record(transaction, { event: 'desk-staff-role-changed', userId: null, details });
      await endDeskSessionsOfStaff(transaction, known.staffId, at);
    }
    return role === '' ? undefined : findStaff(transaction, known.staffId);
  });
  if (!admitted) throw new DeskRefusal(403, 'NoRole', person);
  return admitted;
}
