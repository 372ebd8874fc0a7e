import { z } from 'zod';
import { defineDeskApi, done, instant, reason } from './desk-contract.ts';
import { deskRoles } from './permissions.ts';

const role = z.enum(deskRoles);

/** `asked`: the role decides for others, so a second person must approve. */
const outcome = z.strictObject({ outcome: z.enum(['done', 'asked']) });

export const staffApi = defineDeskApi({
  'GET /api/desk/staff': {
    may: 'manageStaff',
    summary: 'Everyone with access to the desk',
    answer: z.strictObject({
      /** The identity provider gives access; there are no invitations. */
      providerSignsIn: z.boolean(),
      staff: z.array(
        z.strictObject({
          staffId: z.number(),
          name: z.string(),
          emailAddress: z.string(),
          role,
          signsInBy: z.enum(['passkey', 'provider', 'invitation']),
          lastSeenAt: instant.nullable(),
          endedAt: instant.nullable(),
        }),
      ),
    }),
  },
  'POST /api/desk/staff/invite': {
    may: 'manageStaff',
    summary:
      'Emails an invitation to create a passkey, for a role that approves or gives access once a second person agrees',
    confirmed: true,
    records: 'desk-staff-invited',
    keyed: true,
    body: z.strictObject({
      emailAddress: z.email().max(254).toLowerCase(),
      name: z.string().trim().min(1).max(100),
      role,
      reason,
    }),
    answer: outcome,
  },
  'POST /api/desk/staff/role': {
    may: 'manageStaff',
    summary:
      'Changes the role of someone else and ends their sessions, to one that approves once a second person agrees',
    confirmed: true,
    objects: { 'body.staffId': 'staff' },
    records: 'desk-staff-role-changed',
    body: z.strictObject({ staffId: z.number().int(), role, reason }),
    answer: outcome,
  },
  'POST /api/desk/staff/end': {
    may: 'manageStaff',
    summary: 'Ends the access of someone else at once',
    confirmed: true,
    objects: { 'body.staffId': 'staff' },
    records: 'desk-staff-ended',
    body: z.strictObject({ staffId: z.number().int(), reason }),
    answer: done,
  },
  'POST /api/desk/staff/reopen': {
    may: 'manageStaff',
    summary: 'Lets someone of the identity provider sign in again whose access was ended',
    confirmed: true,
    objects: { 'body.staffId': 'staff' },
    records: 'desk-staff-reopened',
    body: z.strictObject({ staffId: z.number().int(), reason }),
    answer: done,
  },
  'GET /api/desk/audit': {
    may: 'seeAudit',
    summary: 'What staff looked at and did, newest first',
    objects: {
      'query.before': { exempt: 'a position in the list' },
      'query.customerId': { exempt: 'narrows the list; the audit log shows numbers only' },
    },
    query: z.strictObject({
      before: z.coerce.number().int().positive().optional(),
      staff: z.string().max(254).optional(),
      customerId: z.string().max(40).optional(),
    }),
    answer: z.strictObject({
      entries: z.array(
        z.strictObject({
          auditId: z.number(),
          at: instant,
          event: z.string(),
          staff: z.string(),
          customerId: z.string(),
          reason: z.string(),
          details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        }),
      ),
      next: z.number().nullable(),
    }),
  },
});
