import { randomUUID } from 'node:crypto';
import type { DeskRole } from '#common/desk/permissions.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import type { Services } from '#server/services.ts';
import { endDeskSessionsOfStaff } from './desk-sessions.queries.ts';
import { deleteStaffPasskeys } from './staff-passkeys.queries.ts';
import { changeRights, createInvitation, findStaff, findStaffByEmail, insertStaff } from './staff.queries.ts';

export interface StaffInvitation {
  readonly emailAddress: string;
  readonly name: string;
  readonly role: DeskRole;
  /** Null: an operator at the command line. */
  readonly invitedBy: number | null;
  readonly deskUrl: string;
}

/**
 * Invites someone new, or someone known to a new passkey, and emails the link.
 * @returns the link, or undefined for someone who signs in with the identity provider
 */
export async function inviteStaff(
  services: Services,
  transaction: Transaction,
  { emailAddress, name, role, invitedBy, deskUrl }: StaffInvitation,
): Promise<string | undefined> {
  const at = services.clock.now();
  const known = await findStaffByEmail(transaction, emailAddress);
  if (known?.providerSubject != null) return undefined;
  if (known) {
    const before = known.endedAt === null ? known.role : '';
    // Also without a new role: the invited person gains a passkey from the inviter.
    await changeRights(transaction, { staffId: known.staffId, changedBy: invitedBy, before, after: role, at });
    await endDeskSessionsOfStaff(transaction, known.staffId, at);
    // The finder of a lost device must not enter until the new passkey is made.
    await deleteStaffPasskeys(transaction, known.staffId);
  }
  const staffId =
    known?.staffId ?? (await insertStaff(transaction, { emailAddress, name, role, addedBy: invitedBy }, at));
  const url = `${deskUrl}/desk/invitation#${await createInvitation(transaction, staffId, at)}`;
  const mail = composeMail(services.institution, {
    occasion: `desk-invitation-${staffId}-${randomUUID()}`,
    recipient: emailAddress,
    subject: { key: 'deskMail.invitationSubject' },
    body: { key: 'deskMail.invitationBody', values: { name } },
    link: { label: 'deskMail.invitationLink', url },
  });
  if (mail) await enqueueMessage(services, transaction, mail, at);
  return url;
}

/**
 * Gives someone another role, or ends their access for an empty one. Ends their sessions.
 * @returns the former role, or undefined for someone without access
 * @throws DeskRefusal 409 for a new role of someone who gets it from the identity provider
 */
export async function changeStaffRole(
  services: Services,
  transaction: Transaction,
  { staffId, role, changedBy }: { readonly staffId: number; readonly role: DeskRole | ''; readonly changedBy: number },
): Promise<DeskRole | undefined> {
  const at = services.clock.now();
  const staff = await findStaff(transaction, staffId);
  if (!staff || staff.endedAt !== null) return undefined;
  // The next sign-in would undo it.
  if (staff.providerSubject !== null && role !== '') throw new DeskRefusal(409, 'ProviderSetsRights');
  await changeRights(transaction, { staffId, changedBy, before: staff.role, after: role, at });
  await endDeskSessionsOfStaff(transaction, staffId, at);
  if (role === '') await deleteStaffPasskeys(transaction, staffId);
  return staff.role;
}

/**
 * Lets someone of the identity provider sign in again whose access was ended. Others need a new invitation.
 * @returns the role until the next sign-in names it, or undefined if there is nothing to give back
 */
export async function reopenAccess(
  services: Services,
  transaction: Transaction,
  { staffId, changedBy }: { readonly staffId: number; readonly changedBy: number },
): Promise<DeskRole | undefined> {
  const staff = await findStaff(transaction, staffId);
  if (!staff || staff.endedAt === null || staff.providerSubject === null) return undefined;
  const at = services.clock.now();
  await changeRights(transaction, { staffId, changedBy, before: '', after: staff.role, at });
  return staff.role;
}
