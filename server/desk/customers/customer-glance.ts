import { isPayable, payableKindOf } from '#common/accounts/rules/account.ts';
import type { DeskAnswer } from '#server/desk/http/desk-endpoint.ts';
import { DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { forStaff } from '#server/host/host-accounts.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import { findAuthenticator } from '#server/identity/authenticator/authenticators.queries.ts';
import { listPasskeys } from '#server/identity/passkeys/passkeys.queries.ts';
import { listKnownDevices, listOpenSessions } from '#server/identity/sessions/open-sessions.queries.ts';
import { findWaitingCorrection } from '#server/profile/corrected-emails.queries.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import type { Services } from '#server/services.ts';
import { findLockOfLogin, listCustomerLogins } from './customer-logins.queries.ts';
import { listNotes } from './customer-notes.queries.ts';
import { maskAddress, maskEmail, maskPhone } from './masks.ts';
import { listOpenPayments } from './timeline.queries.ts';

const MAX_NOTES = 50;
const MAX_PAYMENTS = 50;

type Glance = DeskAnswer<'GET /api/desk/customer'>;

/** @throws DeskRefusal 404 for a customer the host does not know */
export async function readGlance(services: Services, customerId: string): Promise<Glance> {
  const { host, database, clock } = services;
  const customer = await host.findCustomer(customerId);
  if (!customer) throw new DeskRefusal(404, 'NotFound');
  const [accounts, contacts] = await Promise.all([
    host.listAccounts(customerId, clock.today(), forStaff),
    getContacts(host, customerId),
  ]);
  const [logins, openPayments, notes, correction, newEmailAsked] = await Promise.all([
    readLogins(services, customerId),
    listOpenPayments(database, customerId, MAX_PAYMENTS),
    listNotes(services, database, customerId, MAX_NOTES),
    findWaitingCorrection(database, customerId),
    hasOpenWorkItem(database, 'correctEmail', customerId),
  ]);
  return {
    customerId,
    name: customer.personalName,
    isCompany: customer.companyNumber !== 0,
    branch: customer.branch,
    restrictedByHost: customer.restricted,
    masked: {
      emailAddress: maskEmail(customer.emailAddress),
      phone: maskPhone(customer.phone),
      address: maskAddress(contacts.address),
    },
    newEmail: correction
      ? { masked: maskEmail(correction.newAddress), appliesAt: correction.appliesAt.toString() }
      : null,
    newEmailAsked,
    logins,
    accounts: accounts.map((account) => ({
      accountNumber: account.number,
      description: account.description,
      status: account.status,
      holdCode: account.comment,
      balanceCents: account.balanceCents,
      amountDueCents: account.amountDueCents,
      dueOn: account.dueOn,
      pastDue: account.pastDue,
      hidden: account.hidden,
      takesPayments: isPayable(account),
      isLine: payableKindOf(account.typeCode) === 'lineOfCredit',
    })),
    openPayments,
    notes,
  };
}

async function readLogins(services: Services, customerId: string): Promise<Glance['logins']> {
  const { database, clock } = services;
  const now = clock.now();
  const logins = await listCustomerLogins(database, customerId);
  return Promise.all(
    logins.map(async (login) => {
      const [sessions, devices, lockedUntil, authenticator, passkeys] = await Promise.all([
        listOpenSessions(database, login.userId, now),
        listKnownDevices(database, login.userId, now),
        findLockOfLogin(services, database, login, now),
        findAuthenticator(database, login.userId),
        listPasskeys(database, login.userId),
      ]);
      return {
        userId: login.userId,
        loginName: login.loginName,
        restricted: login.restricted,
        mustChangePassword: login.mustChangePassword,
        hasAuthenticator: authenticator !== undefined,
        passkeys: passkeys.length,
        lockedUntil: lockedUntil?.toString() ?? null,
        emailVerified: login.emailVerifiedAt !== null,
        lastSignInAt: login.lastSignInAt?.toString() ?? null,
        sessions: sessions.map(({ sessionId, userAgent, lastSeenAt }) => ({
          sessionId,
          userAgent,
          lastSeenAt: lastSeenAt.toString(),
        })),
        devices: devices.map(({ deviceId, userAgent, isTrusted, lastUsedAt }) => ({
          deviceId,
          userAgent,
          trusted: isTrusted,
          lastUsedAt: lastUsedAt.toString(),
        })),
      };
    }),
  );
}
