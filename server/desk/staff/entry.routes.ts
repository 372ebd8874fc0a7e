import { createdPasskeyFromWire, signedChallengeFromWire } from '#common/identity/passkeys.wire.ts';
import { permissionsOf } from '#common/desk/permissions.ts';
import type { entryApi } from '#common/desk/entry.api.ts';
import { endViewingBy } from '#server/identity/sessions/sessions.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import { type DeskCall, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { demonstrationStaff, isDemonstrationStaff } from './demonstration-staff.ts';
import { createDeskSession, endDeskSession, markDeskConfirmed } from './desk-sessions.queries.ts';
import {
  beginEnrollment,
  beginPasskeyEntry,
  challengeFor,
  confirmationSubject,
  enrollPasskey,
  entrySubject,
  proveStaffPasskey,
} from './enter-by-passkey.command.ts';
import { admitProvidedPerson } from './enter-by-provider.command.ts';
import { planProviderVisit, readProviderReturn } from './identity-provider.ts';
import { keepProviderVisit, takeProviderVisit } from './provider-visits.queries.ts';
import { findStaff, findStaffByEmail, type Staff } from './staff.queries.ts';

const TRIES_PER_ADDRESS = { max: 120, withinSeconds: 600 };

type EntryCall = DeskCall<
  | 'POST /api/desk/entry/passkey'
  | 'POST /api/desk/entry/enroll'
  | 'POST /api/desk/entry/demonstration'
  | 'GET /api/desk/entry/provider-return'
>;

export const entryHandlers: DeskHandlers<typeof entryApi> = {
  'GET /api/desk/entry': async ({ services }) => ({
    institution: institutionName(services),
    identityProvider: services.config.desk?.provider !== undefined,
    demonstration: services.institution.demonstration ? [...demonstrationStaff] : [],
  }),

  'GET /api/desk/session': async ({ session, services }) => ({
    staffId: session.staffId,
    name: session.name,
    emailAddress: session.emailAddress,
    role: session.role,
    permissions: permissionsOf(session.role),
    institution: institutionName(services),
    today: services.clock.today(),
    timeZone: services.institution.timeZone,
  }),

  'POST /api/desk/entry/begin-passkey': async ({ services, deskUrl, ipAddress, cookies }) => {
    refuseBesideProvider(services);
    await limitEntries(services, ipAddress);
    const { cookie, options } = await beginPasskeyEntry(services, deskUrl);
    cookies.writeEntry(cookie);
    return options;
  },

  'POST /api/desk/entry/passkey': async (call) => {
    const { services, deskUrl, body, cookies } = call;
    refuseBesideProvider(services);
    await limitEntries(services, call.ipAddress);
    const cookie = cookies.readEntry();
    cookies.clearEntry();
    const proof = { deskUrl, subject: cookie && entrySubject(cookie), signed: signedChallengeFromWire(body) };
    await proveStaffPasskey(services, proof, (transaction, staff) => enter(call, transaction, staff, 'passkey'));
    return {};
  },

  'POST /api/desk/entry/begin-enrollment': async ({ services, deskUrl, ipAddress, body }) => {
    await limitEntries(services, ipAddress);
    const { staff, options } = await beginEnrollment(services, deskUrl, body.token);
    return { emailAddress: staff.emailAddress, role: staff.role, options };
  },

  'POST /api/desk/entry/enroll': async (call) => {
    await limitEntries(call.services, call.ipAddress);
    const { token, passkey } = call.body;
    const invited = { token, passkey: createdPasskeyFromWire(passkey) };
    await enrollPasskey(call.services, call.deskUrl, invited, (transaction, staff) =>
      enter(call, transaction, staff, 'invitation'),
    );
    return {};
  },

  'POST /api/desk/entry/demonstration': async (call) => {
    const { services, body } = call;
    await limitEntries(services, call.ipAddress);
    const isOpen = isDemonstrationStaff(services.institution, body.emailAddress);
    const staff = isOpen ? await findStaffByEmail(services.database, body.emailAddress) : undefined;
    if (!staff) throw new DeskRefusal(404, 'NotFound');
    await inTransaction(services.database, (transaction) => enter(call, transaction, staff, 'demonstration'));
    return {};
  },

  'GET /api/desk/entry/provider': async ({ services, deskUrl, query, session, cookies, ipAddress }) => {
    const provider = services.config.desk?.provider;
    if (!provider) throw new DeskRefusal(404, 'NotFound');
    await limitEntries(services, ipAddress);
    const sessionId = query.confirm === 'yes' ? (session?.sessionId ?? null) : null;
    const { visit, address } = await planProviderVisit(provider, deskUrl, sessionId);
    const cookie = createToken();
    await keepProviderVisit(services.database, cookie, visit, services.clock.now());
    cookies.writeEntry(cookie);
    return { location: address };
  },

  'GET /api/desk/entry/provider-return': async (call) => {
    const { services, deskUrl, address, cookies, ipAddress } = call;
    const provider = services.config.desk?.provider;
    await limitEntries(services, ipAddress);
    if (!provider) throw new DeskRefusal(404, 'NotFound');
    const cookie = cookies.readEntry();
    cookies.clearEntry();
    const visit = cookie && (await takeProviderVisit(services.database, cookie, services.clock.now()));
    if (!visit) throw new DeskRefusal(403, 'EntryOver');
    const person = await readProviderReturn(provider, services.log, new URL(address, deskUrl), visit);
    if (!person) throw new DeskRefusal(403, 'ProviderRefused');
    const staff = await admitProvidedPerson(services, person);
    const { sessionId } = visit;
    await inTransaction(services.database, async (transaction) => {
      if (sessionId === null) return enter(call, transaction, staff, 'provider');
      // The session cookie is strict and is missing here, so the visit says which session it confirms.
      const confirmed = await markDeskConfirmed(
        transaction,
        { sessionId, staffId: staff.staffId },
        services.clock.now(),
      );
      if (!confirmed) throw new DeskRefusal(403, 'ProviderRefused', staff);
      return call.record(transaction, { details: { by: 'confirmation' } }, staff);
    });
    return { location: `${deskUrl}/desk` };
  },

  'POST /api/desk/begin-confirmation': async ({ services, session, deskUrl }) => {
    const staff = await findStaff(services.database, session.staffId);
    if (staff?.providerSubject != null) return { by: 'provider', options: null };
    if (isDemonstrationStaff(services.institution, session.emailAddress)) {
      return { by: 'demonstration', options: null };
    }
    const options = await challengeFor(services, deskUrl, confirmationSubject(session.sessionId));
    return { by: 'passkey', options };
  },

  'POST /api/desk/confirm': async ({ services, session, deskUrl, body, record }) => {
    const { database, clock, institution } = services;
    const confirm = async (transaction: Transaction) => {
      await markDeskConfirmed(transaction, session, clock.now());
      await record(transaction, {});
    };
    if (body.passkey) {
      const proof = {
        deskUrl,
        subject: confirmationSubject(session.sessionId),
        signed: signedChallengeFromWire(body.passkey),
      };
      await proveStaffPasskey(services, proof, (transaction, { staffId }) => {
        if (staffId !== session.staffId) throw new DeskRefusal(403, 'PasskeyRefused');
        return confirm(transaction);
      });
    } else if (isDemonstrationStaff(institution, session.emailAddress)) {
      await inTransaction(database, confirm);
    } else throw new DeskRefusal(403, 'PasskeyRefused');
    return {};
  },

  'POST /api/desk/sign-out': async ({ services, session, cookies, record }) => {
    await inTransaction(services.database, async (transaction) => {
      await endDeskSession(transaction, session.sessionId, services.clock.now());
      await endViewingBy(transaction, session.staffId, services.clock.now());
      await record(transaction, {});
    });
    cookies.clearSession();
    return {};
  },
};

function institutionName({ institution }: EntryCall['services']): string {
  return institution.texts['shell.institutionName'] ?? '';
}

/** A passkey would go on working for someone whom the identity provider no longer lets in. */
function refuseBesideProvider({ config }: EntryCall['services']): void {
  if (config.desk?.provider !== undefined) throw new DeskRefusal(403, 'ProviderSignsIn');
}

async function limitEntries(services: EntryCall['services'], ipAddress: string): Promise<void> {
  await limitRequests(services, `desk-entries:${networkOf(ipAddress)}`, TRIES_PER_ADDRESS);
}

/** Opens a new session and ends the one of this browser. */
async function enter(
  { services, session, ipAddress, cookies, record }: EntryCall,
  transaction: Transaction,
  { staffId, emailAddress }: Staff,
  by: 'passkey' | 'invitation' | 'provider' | 'demonstration',
): Promise<void> {
  const at = services.clock.now();
  if (session) await endDeskSession(transaction, session.sessionId, at);
  const token = await createDeskSession(transaction, staffId, ipAddress, at);
  await record(transaction, { details: { by, ipAddress } }, { staffId, emailAddress });
  cookies.writeSession(token);
}
