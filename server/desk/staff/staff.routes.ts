import type { staffApi } from '#common/desk/staff.api.ts';
import { needsApprovalToGrant } from '#common/desk/permissions.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { changeStaffRole, inviteStaff, reopenAccess } from './change-staff.command.ts';
import { requestRole } from './request-role.ts';
import { listDeskAudit } from './desk-audit.queries.ts';
import { findStaff, listStaff } from './staff.queries.ts';

const ENTRIES_PER_PAGE = 50;

export const staffHandlers: DeskHandlers<typeof staffApi> = {
  'GET /api/desk/staff': async ({ services }) => {
    const staff = await listStaff(services.database);
    return {
      providerSignsIn: services.config.desk?.provider !== undefined,
      staff: staff.map(({ providerSubject, hasPasskey, lastSeenAt, endedAt, ...person }) => ({
        ...person,
        signsInBy: providerSubject === null ? (hasPasskey ? 'passkey' : 'invitation') : 'provider',
        lastSeenAt: lastSeenAt?.toString() ?? null,
        endedAt: endedAt?.toString() ?? null,
      })),
    };
  },

  'POST /api/desk/staff/invite': async (call) => {
    const { services, session, body, deskUrl, record } = call;
    const { emailAddress, name, role, reason } = body;
    if (services.config.desk?.provider !== undefined) throw new DeskRefusal(409, 'ProviderSignsIn');
    if (emailAddress.toLowerCase() === session.emailAddress) throw new DeskRefusal(409, 'OwnRights');
    if (needsApprovalToGrant(role)) {
      await requestRole(call, {
        action: 'inviteStaff',
        name,
        role,
        roleBefore: '',
        input: { emailAddress, name, role },
      });
      return { outcome: 'asked' };
    }
    await inTransaction(services.database, async (transaction) => {
      const invitation = { emailAddress, name, role, invitedBy: session.staffId, deskUrl };
      if ((await inviteStaff(services, transaction, invitation)) === undefined) {
        throw new DeskRefusal(409, 'ProviderSetsRights');
      }
      await record(transaction, { reason, details: { emailAddress, role }, answer: { outcome: 'done' } });
    });
    return { outcome: 'done' };
  },

  'POST /api/desk/staff/role': async (call) => {
    const { services, session, body, record } = call;
    const { staffId, role, reason } = body;
    if (staffId === session.staffId) throw new DeskRefusal(409, 'OwnRights');
    if (needsApprovalToGrant(role)) {
      const staff = await findStaff(services.database, staffId);
      if (!staff || staff.endedAt !== null) throw new DeskRefusal(404, 'NotFound');
      if (staff.providerSubject !== null) throw new DeskRefusal(409, 'ProviderSetsRights');
      const input = { staffId: String(staffId), role };
      await requestRole(call, { action: 'changeStaffRole', name: staff.name, role, roleBefore: staff.role, input });
      return { outcome: 'asked' };
    }
    await inTransaction(services.database, async (transaction) => {
      const change = { staffId, role, changedBy: session.staffId };
      const before = await changeStaffRole(services, transaction, change);
      if (before === undefined) throw new DeskRefusal(404, 'NotFound');
      await record(transaction, { reason, details: { ofStaffId: staffId, before, after: role } });
    });
    return { outcome: 'done' };
  },

  'POST /api/desk/staff/end': async ({ services, session, body: { staffId, reason }, record }) => {
    if (staffId === session.staffId) throw new DeskRefusal(409, 'OwnRights');
    await inTransaction(services.database, async (transaction) => {
      const before = await changeStaffRole(services, transaction, { staffId, role: '', changedBy: session.staffId });
      if (before === undefined) throw new DeskRefusal(404, 'NotFound');
      await record(transaction, { reason, details: { ofStaffId: staffId, before } });
    });
    return {};
  },

  'POST /api/desk/staff/reopen': async ({ services, session, body: { staffId, reason }, record }) => {
    if (staffId === session.staffId) throw new DeskRefusal(409, 'OwnRights');
    await inTransaction(services.database, async (transaction) => {
      const after = await reopenAccess(services, transaction, { staffId, changedBy: session.staffId });
      if (after === undefined) throw new DeskRefusal(404, 'NotFound');
      await record(transaction, { reason, details: { ofStaffId: staffId, after } });
    });
    return {};
  },

  'GET /api/desk/audit': async ({ services, query }) => {
    const entries = await listDeskAudit(services.database, { ...query, limit: ENTRIES_PER_PAGE + 1 });
    const shown = entries.slice(0, ENTRIES_PER_PAGE);
    return {
      entries: shown.map(({ auditId, at, event, details }) => {
        const { staff, customerId, reason, staffId: _staffId, ...others } = details;
        return {
          auditId,
          at: at.toString(),
          event,
          staff: String(staff ?? ''),
          customerId: String(customerId ?? ''),
          reason: String(reason ?? ''),
          details: others,
        };
      }),
      next: entries.length > ENTRIES_PER_PAGE ? (shown.at(-1)?.auditId ?? null) : null,
    };
  },
};
