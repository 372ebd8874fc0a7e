import { z } from 'zod';
import { defineDeskApi, done, instant, reason } from './desk-contract.ts';
import { deskRoles } from './permissions.ts';

/** Actions that need a second person. Each has an implementation in `server/desk/approvals/approvable-actions.ts`. */
export const approvableActions = [
  'releaseLogin',
  'correctEmail',
  'refundPayment',
  'waiveLateCharge',
  'changeHoldCode',
  'liftCustomerHold',
  'deferInstallments',
  'movePayment',
  'changeRate',
  'withdrawRate',
  'drawOnLine',
  'chargeOff',
  'reverseChargeOff',
  'takeBackReceived',
  'payOutOverpayment',
  'stopPayout',
  'releaseBankAccount',
  'inviteStaff',
  'changeStaffRole',
  'downloadBankFile',
  'refuseBankFile',
  'downloadCreditFile',
  'takeReturns',
] as const;

export type ApprovableAction = (typeof approvableActions)[number];

export const workStatuses = ['open', 'approved', 'declined', 'withdrawn', 'refused'] as const;

export type WorkStatus = (typeof workStatuses)[number];

const values = z.record(z.string(), z.string());

export const approval = z.strictObject({
  workItemId: z.number(),
  action: z.enum(approvableActions),
  /** Empty if it concerns staff or the institution. */
  customerId: z.string(),
  /** The customer, or the name of the bank file or person it concerns. */
  customerName: z.string(),
  before: values,
  after: values,
  reason: z.string(),
  askedBy: z.string(),
  askedAt: instant,
  status: z.enum(workStatuses),
  decidedBy: z.string(),
  decidedAt: instant.nullable(),
  decisionReason: z.string(),
  /** Why an approved change could not be made anymore; empty if it was made. */
  notMadeBecause: z.string(),
  /** Whose role can decide it. */
  deciders: z.array(z.enum(deskRoles)),
  /** Why the caller can't approve it; null if they can. */
  obstacle: z
    .enum([
      'NotPermitted',
      'OwnRequest',
      'OwnRights',
      'RightsChangedRecently',
      'AskerMayNotAsk',
      'MayBeSamePerson',
      'NoLongerOpen',
    ])
    .nullable(),
  mayDecline: z.boolean(),
  mayWithdraw: z.boolean(),
});

export type Approval = z.infer<typeof approval>;

export const workApi = defineDeskApi({
  'GET /api/desk/today': {
    may: 'staff',
    summary: 'What needs a person now, as far as the caller may do something about it',
    answer: z.strictObject({
      needs: z.array(
        z.strictObject({
          tone: z.enum(['bad', 'warn', 'plain']),
          title: z.string(),
          action: z.string(),
          /** Below /desk. */
          path: z.string(),
        }),
      ),
      counts: z.array(z.strictObject({ label: z.string(), value: z.string(), path: z.string() })),
    }),
  },
  'GET /api/desk/approvals': {
    may: 'staff',
    summary: 'Changes that wait for a second person, and those decided lately',
    answer: z.strictObject({ open: z.array(approval), decided: z.array(approval) }),
  },
  'POST /api/desk/approvals/approve': {
    may: 'staff',
    summary: "Makes a change that someone else asked for; the action's own permission applies",
    confirmed: true,
    objects: { 'body.workItemId': 'workItem' },
    records: 'desk-approved',
    body: z.strictObject({ workItemId: z.number().int(), reason }),
    answer: z.strictObject({ outcome: z.enum(['approved', 'refused']), why: z.string() }),
  },
  'POST /api/desk/approvals/decline': {
    may: 'staff',
    summary: "Declines a change that someone else asked for; the action's own permission applies",
    objects: { 'body.workItemId': 'workItem' },
    records: 'desk-declined',
    body: z.strictObject({ workItemId: z.number().int(), reason }),
    answer: done,
  },
  'POST /api/desk/approvals/withdraw': {
    may: 'staff',
    summary: 'Takes back what one has asked for',
    objects: { 'body.workItemId': 'workItem' },
    records: 'desk-withdrawn',
    body: z.strictObject({ workItemId: z.number().int(), reason }),
    answer: done,
  },
});
