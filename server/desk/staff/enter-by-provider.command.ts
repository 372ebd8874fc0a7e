import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import type { Services } from '#server/services.ts';
import { endDeskSessionsOfStaff } from './desk-sessions.queries.ts';
import type { ProvidedPerson } from './identity-provider.ts';
import { deleteStaffPasskeys } from './staff-passkeys.queries.ts';
import {
  changeRights,
  endInvitations,
  findStaff,
  findStaffByEmail,
  findLastRightsGiver,
  insertStaff,
  linkToProvider,
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
    const role = person.role ?? '';
    const known =
      (await lockStaffBySubject(transaction, person.subject)) ??
      (role === '' ? undefined : await comeOver(services, transaction, person));
    if (!known) {
      if (role === '') return undefined;
      // Linking by address alone would let anyone who sets it at the provider become an invited colleague, so an
      // operator must have allowed it (`desk link`).
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

/** The same person as before, with the requests and rights they had; the passkey no longer works. */
async function comeOver(
  { audit, clock }: Services,
  transaction: Transaction,
  person: ProvidedPerson,
): Promise<Staff | undefined> {
  const at = clock.now();
  const staff = await linkToProvider(transaction, person, at);
  if (!staff) return undefined;
  // Whoever sets a colleague's address at the provider must not become that colleague. Rolls the link back.
  if (!person.emailIsVerified) throw new DeskRefusal(403, 'EmailNotVerified', person);
  await deleteStaffPasskeys(transaction, staff.staffId);
  await endInvitations(transaction, staff.staffId, at);
  await endDeskSessionsOfStaff(transaction, staff.staffId, at);
  const details = { staffId: staff.staffId, staff: staff.emailAddress };
  await audit.record(transaction, { event: 'desk-staff-linked', userId: null, details });
  return staff;
}
