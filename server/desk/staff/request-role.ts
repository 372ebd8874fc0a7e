import { type DeskRole, deskRoles } from '#common/desk/permissions.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Approved } from '#server/desk/approvals/approvable.ts';
import { requestApproval } from '#server/desk/approvals/request-approval.command.ts';
import type { DeskCall } from '#server/desk/http/desk-endpoint.ts';
import { changeStaffRole, inviteStaff } from './change-staff.command.ts';

interface RequestedRole {
  readonly action: 'inviteStaff' | 'changeStaffRole';
  readonly name: string;
  readonly role: DeskRole;
  /** Empty: none yet. */
  readonly roleBefore: DeskRole | '';
  readonly input: Readonly<Record<string, string>>;
}

/**
 * Requests approval of a role that decides for others.
 * @throws DeskRefusal 409 if the same is requested already
 */
export async function requestRole(
  { services, session, body, record }: DeskCall<'POST /api/desk/staff/invite' | 'POST /api/desk/staff/role'>,
  { action, name, role, roleBefore, input }: RequestedRole,
): Promise<void> {
  const { reason } = body;
  await inTransaction(services.database, async (transaction) => {
    const email = input['emailAddress'];
    const item = {
      action,
      customerId: '',
      customerName: name,
      input,
      before: { Role: roleBefore === '' ? 'none' : roleBefore },
      after: { Role: role, ...(email === undefined ? {} : { 'Invitation to': email }) },
      reason,
    };
    const workItemId = await requestApproval({ services, session }, transaction, item);
    await record(transaction, { reason, details: { ...input, workItemId } });
  });
}

/** Emails an invitation to a role that decides for others, once a second person has approved. */
export async function inviteAsRequested({ services, item, deskUrl, settle }: Approved): Promise<string | undefined> {
  const { emailAddress = '', name = '' } = item.input;
  if (services.config.desk?.provider !== undefined) return 'Staff sign in with the identity provider by now.';
  return inTransaction(services.database, async (transaction) => {
    const invitation = { emailAddress, name, role: roleOf(item), invitedBy: item.askedBy, deskUrl };
    if ((await inviteStaff(services, transaction, invitation)) === undefined) {
      return 'This person signs in with the identity provider.';
    }
    await settle(transaction);
    return undefined;
  });
}

/** Gives someone a role that decides for others, once a second person has approved. */
export async function changeRoleAsRequested({ services, item, settle }: Approved): Promise<string | undefined> {
  return inTransaction(services.database, async (transaction) => {
    const change = { staffId: Number(item.input['staffId']), role: roleOf(item), changedBy: item.askedBy };
    const before = await changeStaffRole(services, transaction, change);
    if (before === undefined) return 'This person no longer has access.';
    await settle(transaction);
    return undefined;
  });
}

function roleOf({ input }: Approved['item']): DeskRole {
  const role = deskRoles.find((known) => known === input['role']);
  if (role === undefined) throw new Error(`Unknown role ${input['role']}`);
  return role;
}
