import type { accessApi } from '#common/desk/access.api.ts';
import { deleteAuthenticator } from '#server/identity/authenticator/authenticators.queries.ts';
import { deletePasskeysOfUser } from '#server/identity/passkeys/passkeys.queries.ts';
import { endDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { endSessionsOfUser } from '#server/identity/sessions/sessions.queries.ts';
import { changeRestriction, openLocks } from '#server/identity/sign-in/restrict-user.command.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import { findUserById, type PortalUser } from '#server/identity/users/users.queries.ts';
import { requestApprovalForCustomer, requestApproval } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskCall, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { inTransaction, type Queryable, type Transaction } from '#server/platform/db/database.ts';
import { findLockOfLogin } from '#server/desk/customers/customer-logins.queries.ts';
import { maskEmail } from '#server/desk/customers/masks.ts';
import type { MessageKey } from '#server/messages/message-catalog.ts';
import { withdrawCorrection } from '#server/profile/correct-email.command.ts';
import { findWaitingCorrection } from '#server/profile/corrected-emails.queries.ts';
import type { Services } from '#server/services.ts';
import { cancelLinks, inviteAgain, sendLinkAgain } from './links.command.ts';

type LoginCall = DeskCall<
  | 'POST /api/desk/access/unlock'
  | 'POST /api/desk/access/end-sessions'
  | 'POST /api/desk/access/forget-devices'
  | 'POST /api/desk/access/restrict'
>;

export const accessHandlers: DeskHandlers<typeof accessApi> = {
  'POST /api/desk/access/unlock': (call) =>
    changeLogin(call, async (transaction, user) => {
      const { services } = call;
      const lock = await findLockOfLogin(services, transaction, user, services.clock.now());
      await openLocks(services, transaction, user);
      // A restricted login stays closed: its username and password don't work again.
      if (lock && !user.restricted) await tellAccessChange(services, transaction, user, 'securityMail.unlockedBody');
    }),

  'POST /api/desk/access/end-sessions': (call) =>
    changeLogin(call, async (transaction, user) => {
      const { services } = call;
      if (!(await endSessionsOfUser(transaction, user.userId, null, services.clock.now()))) return;
      await tellAccessChange(services, transaction, user, 'securityMail.sessionsEndedBody');
    }),

  'POST /api/desk/access/forget-devices': (call) =>
    changeLogin(call, async (transaction, user) => {
      const { services } = call;
      if (!(await endDevicesOfUser(transaction, user.userId, services.clock.now()))) return;
      await tellAccessChange(services, transaction, user, 'securityMail.devicesForgottenBody');
    }),

  'POST /api/desk/access/restrict': (call) =>
    changeLogin(call, (transaction, user) =>
      changeRestriction(call.services, transaction, user, { restricted: true, by: call.session.emailAddress }),
    ),

  'POST /api/desk/access/ask-release': async (call) => {
    await requestApprovalForCustomer(call, async (transaction) => {
      const { userId, loginName, restricted } = await getLogin(transaction, call.body);
      if (!restricted) throw new DeskRefusal(409, 'NotRestricted');
      return {
        action: 'releaseLogin',
        input: { userId: String(userId) },
        before: { [`Sign-in as ${loginName}`]: 'refused' },
        after: { [`Sign-in as ${loginName}`]: 'allowed' },
        userId,
        details: {},
      };
    });
    return {};
  },

  'POST /api/desk/access/reset-second-factor': async ({ services, session, body, record }) => {
    const { customerId, reason, checks } = body;
    await inTransaction(services.database, async (transaction) => {
      const { userId } = await getLogin(transaction, body);
      if (!(await deleteAuthenticator(transaction, userId))) throw new DeskRefusal(409, 'NoSecondFactor');
      await endSignInOnDevices(services, transaction, userId);
      const by = session.emailAddress;
      await services.audit.record(transaction, { event: 'authenticator-removed', userId, details: { by } });
      await tellSecurityChange(services, transaction, {
        userId,
        body: { key: 'securityMail.authenticatorRemovedBody' },
      });
      const details = { checks: checks.join(',') };
      await record(transaction, { customerId, userId, reason, details });
    });
    return {};
  },

  'POST /api/desk/access/remove-passkeys': async ({ services, session, body, record }) => {
    const { customerId, reason, checks } = body;
    await inTransaction(services.database, async (transaction) => {
      const { userId } = await getLogin(transaction, body);
      const names = await deletePasskeysOfUser(transaction, userId);
      if (names.length === 0) throw new DeskRefusal(409, 'NoPasskey');
      await endSignInOnDevices(services, transaction, userId);
      const by = session.emailAddress;
      const removed = { event: 'passkeys-removed', userId, details: { by, count: names.length } };
      await services.audit.record(transaction, removed);
      await tellSecurityChange(services, transaction, {
        userId,
        body: { key: 'securityMail.passkeysRemovedBody' },
      });
      const details = { checks: checks.join(','), count: names.length };
      await record(transaction, { customerId, userId, reason, details });
    });
    return {};
  },

  'POST /api/desk/access/ask-email': async ({ services, session, body, record }) => {
    const { customerId, emailAddress, checks, reason } = body;
    const customer = await services.host.findCustomer(customerId);
    if (!customer) throw new DeskRefusal(404, 'NotFound');
    if (customer.emailAddress.toLowerCase() === emailAddress.toLowerCase()) throw new DeskRefusal(409, 'SameAddress');
    await inTransaction(services.database, async (transaction) => {
      const isPlanned = await findWaitingCorrection(transaction, customerId);
      if (isPlanned || (await hasOpenWorkItem(transaction, 'correctEmail', customerId))) {
        throw new DeskRefusal(409, 'AskedAlready');
      }
      const item = {
        action: 'correctEmail',
        customerId,
        customerName: customer.personalName,
        input: { emailAddress },
        before: { Email: maskEmail(customer.emailAddress) || 'none' },
        after: { Email: emailAddress, 'Checked who is asking': checks.join(', ') },
        reason,
      } as const;
      const workItemId = await requestApproval({ services, session }, transaction, item);
      await record(transaction, { customerId, reason, details: { checks: checks.join(','), workItemId } });
    });
    return {};
  },

  'POST /api/desk/access/withdraw-email': async ({ services, body: { customerId, reason }, record }) => {
    await inTransaction(services.database, async (transaction) => {
      if (!(await withdrawCorrection(services, transaction, customerId))) throw new DeskRefusal(409, 'NotPlanned');
      await record(transaction, { customerId, reason });
    });
    return {};
  },

  'POST /api/desk/access/send-link': async (call) => {
    const { customerId, userId, reason, link } = call.body;
    const user = await getLogin(call.services.database, call.body);
    await sendLinkAgain(call.services, { user, link, siteUrl: call.siteUrl }, (transaction) =>
      call.record(transaction, { customerId, userId, reason, details: { link } }),
    );
    return {};
  },

  'POST /api/desk/access/invite': async ({ services, session, siteUrl, body, record }) => {
    const { customerId, loginName, reason } = body;
    const invitation = { customerId, loginName, siteUrl, by: session.emailAddress };
    await inviteAgain(services, invitation, (transaction) => record(transaction, { customerId, reason }));
    return {};
  },

  'POST /api/desk/access/cancel-links': async ({ services, body: { customerId, reason }, record }) => {
    await inTransaction(services.database, async (transaction) => {
      await cancelLinks(services, transaction, customerId);
      await record(transaction, { customerId, reason });
    });
    return {};
  },
};

/** A lost device must not get in with what it still holds: a session, its trust, the token of the app. */
async function endSignInOnDevices({ clock }: Services, transaction: Transaction, userId: number): Promise<void> {
  await endSessionsOfUser(transaction, userId, null, clock.now());
  await endDevicesOfUser(transaction, userId, clock.now());
}

function tellAccessChange(
  services: Services,
  transaction: Transaction,
  { userId }: PortalUser,
  key: Extract<
    MessageKey,
    'securityMail.unlockedBody' | 'securityMail.sessionsEndedBody' | 'securityMail.devicesForgottenBody'
  >,
): Promise<void> {
  return tellSecurityChange(services, transaction, { userId, subject: 'securityMail.accessSubject', body: { key } });
}

/** @throws DeskRefusal 404 for a login of another customer */
async function getLogin(
  queryable: Queryable,
  { customerId, userId }: { readonly customerId: string; readonly userId: number },
): Promise<PortalUser> {
  const user = await findUserById(queryable, userId);
  if (user?.customerId !== customerId) throw new DeskRefusal(404, 'NotFound');
  return user;
}

async function changeLogin(
  { services, body, record }: LoginCall,
  change: (transaction: Transaction, user: PortalUser) => Promise<void>,
): Promise<Record<string, never>> {
  const { customerId, reason } = body;
  await inTransaction(services.database, async (transaction) => {
    const user = await getLogin(transaction, body);
    await change(transaction, user);
    await record(transaction, { customerId, userId: user.userId, reason });
  });
  return {};
}
