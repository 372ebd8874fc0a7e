import { randomUUID } from 'node:crypto';
import { formatInstantShort } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { customerSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { sendVerificationLink } from '#server/identity/credentials/new-login-mail.ts';
import {
  consumeToken,
  createLink,
  endLinks,
  findLink,
  linkMinutes,
} from '#server/identity/one-time/one-time-tokens.queries.ts';
import { endDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { endSessionsOfUser } from '#server/identity/sessions/sessions.queries.ts';
import { findHeldAddress } from '#server/identity/users/email-changes.queries.ts';
import { notify } from '#server/identity/users/notify.ts';
import { findUserByCustomer, markEmailUnverified, type PortalUser } from '#server/identity/users/users.queries.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';
import {
  type EmailCorrection,
  findWaitingCorrection,
  insertCorrection,
  settleCorrection,
} from './corrected-emails.queries.ts';

/** The link can't be guessed; this limits the cost of an unauthenticated call. */
const KEPT_PER_ADDRESS = { max: 60, withinSeconds: 600 };

interface NewAddress {
  readonly customerId: string;
  readonly emailAddress: string;
  readonly siteUrl: string;
}

/**
 * Plans another email address for a customer who can no longer change it. The former address gets a link that stops
 * the change for a day; without a former address, the new one applies at the job's next run.
 * @param within runs in the transaction of the change
 */
export function planCorrection(
  services: Services,
  { customerId, emailAddress, siteUrl }: NewAddress,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, 'NotFound' | 'SameAddress' | 'AskedAlready'>> {
  const { clock, database, host, institution } = services;
  const read = () => host.findCustomer(customerId);
  return readThenChange(database, customerSubject(customerId), read, async (transaction, customer) => {
    if (!customer) return failure('NotFound');
    const formerAddress = customer.emailAddress;
    if (formerAddress.toLowerCase() === emailAddress.toLowerCase()) return failure('SameAddress');
    if (await findWaitingCorrection(transaction, customerId)) return failure('AskedAlready');
    const at = clock.now();
    const appliesAt = formerAddress === '' ? at : at.add({ minutes: linkMinutes.keepEmail });
    const correction = { customerId, formerAddress, newAddress: emailAddress, siteUrl, appliesAt };
    await insertCorrection(transaction, correction, at);
    await within(transaction);
    const user = await findUserByCustomer(transaction, customerId);
    // After a change within a day, only the address before it: the newer one may be a thief's.
    const heldAddress = user && (await findHeldAddress(transaction, user.userId, at));
    const token = await createLink(transaction, 'keepEmail', { userId: user?.userId ?? null, customerId }, at);
    const mail = composeMail(institution, {
      occasion: `email-correction-${customerId}-${randomUUID()}`,
      recipient: heldAddress ?? formerAddress,
      customerId,
      subject: { key: 'profileMail.emailCorrectedSubject' },
      body: {
        key: 'profileMail.emailCorrectedBody',
        values: { name: customer.personalName, time: formatInstantShort(appliesAt, institution.timeZone) },
      },
      link: { label: 'profileMail.keepEmailLink', url: `${siteUrl}/#/keep-email?token=${token}` },
    });
    if (mail) await enqueueMessage(services, transaction, mail, at);
    return success(undefined);
  });
}

/** Uses the link of the message to the former address. Returns whether a change was stopped. */
export async function keepFormerAddress(services: Services, token: string, ipAddress: string): Promise<boolean> {
  await limitRequests(services, `emails-kept:${networkOf(ipAddress)}`, KEPT_PER_ADDRESS);
  const at = services.clock.now();
  return inTransaction(services.database, async (transaction) => {
    const link = await findLink(transaction, 'keepEmail', token, at);
    if (!link || !(await consumeToken(transaction, link.tokenId, at))) return false;
    const kept = await settleCorrection(transaction, link.customerId, 'kept', at);
    if (!kept) return false;
    const details = { customerId: link.customerId, ipAddress };
    await services.audit.record(transaction, { event: 'email-correction-objected', userId: link.userId, details });
    return true;
  });
}

/** Takes a planned address back. @returns false if none waits */
export async function withdrawCorrection(
  { clock }: Pick<Services, 'clock'>,
  transaction: Transaction,
  customerId: string,
): Promise<boolean> {
  const at = clock.now();
  const withdrawn = await settleCorrection(transaction, customerId, 'withdrawn', at);
  if (withdrawn) await endLinks(transaction, 'keepEmail', customerId, at);
  return withdrawn !== undefined;
}

/** Makes a planned change whose day has passed, unless the address has changed another way meanwhile. */
export async function applyCorrection(services: Services, { customerId }: EmailCorrection): Promise<void> {
  const { clock, database, host } = services;
  const subject = customerSubject(customerId);
  await readThenChange(
    database,
    subject,
    () => host.findCustomer(customerId),
    async (transaction, customer) => {
      const at = clock.now();
      const planned = await findWaitingCorrection(transaction, customerId);
      if (!planned) return;
      const obstacle = customer ? (customer.emailAddress === planned.formerAddress ? null : 'changed') : 'unknown';
      await settleCorrection(transaction, customerId, obstacle === null ? 'applied' : 'withdrawn', at);
      if (obstacle !== null) {
        const details = { customerId, why: obstacle };
        await services.audit.record(transaction, { event: 'email-correction-dropped', userId: null, details });
        return;
      }
      await raiseGuard(transaction, subject);
      const task = { kind: 'changeEmailAddress', customerId, emailAddress: planned.newAddress } as const;
      await enqueueHostTask(services, transaction, task);
      await endLinks(transaction, 'resetPassword', customerId, at);
      const user = await findUserByCustomer(transaction, customerId);
      const userId = user?.userId ?? null;
      await services.audit.record(transaction, { event: 'email-corrected', userId, details: { customerId } });
      if (user) await changeLogin(services, transaction, user, planned);
    },
  );
}

/** As after a change in the profile, the new address is verified, and no device is trusted. Sessions end too. */
async function changeLogin(
  services: Services,
  transaction: Transaction,
  { userId }: PortalUser,
  { customerId, newAddress, siteUrl }: EmailCorrection,
): Promise<void> {
  const at = services.clock.now();
  await markEmailUnverified(transaction, userId);
  await endDevicesOfUser(transaction, userId, at);
  await endSessionsOfUser(transaction, userId, null, at);
  await sendVerificationLink(services, transaction, { userId, customerId, emailAddress: newAddress, siteUrl });
  const text = { key: 'noticeText.emailAddressChanged' } as const;
  await notify(services, transaction, { text, mail: null, userId, about: randomUUID() });
}
