import { keysOf } from '#common/core/keys-of.ts';
export const deskRoles = ['agent', 'supervisor', 'operations', 'administrator'] as const;

export type DeskRole = (typeof deskRoles)[number];

/** Who may do what at the desk. Every call declares one of these; docs/desk.md explains them to supervisors. */
export const deskPermissions = {
  seeCustomers: ['agent', 'supervisor', 'operations'],
  /** Shows one masked value, such as a phone number, for 20 seconds. */
  revealValues: ['agent', 'supervisor'],
  /** Same roles as `revealValues`: shows contact information in full. */
  viewAsCustomer: ['agent', 'supervisor'],
  writeNotes: ['agent', 'supervisor', 'operations'],
  /** Unlock, end sessions, forget devices, send links again. */
  helpWithAccess: ['agent', 'supervisor'],
  restrictLogins: ['agent', 'supervisor'],
  resetSecondFactors: ['agent', 'supervisor'],
  /** Ask for another email address, and take a planned one back. */
  correctEmail: ['agent', 'supervisor'],
  approveAccessChanges: ['supervisor'],
  seePayments: ['agent', 'supervisor', 'operations'],
  /** Cancel scheduled payments, end recurring ones. */
  stopPayments: ['agent', 'supervisor', 'operations'],
  /** Settle unknown outcomes, explain a day's differences, waive late charges, ask for refunds and moves. */
  correctPayments: ['supervisor', 'operations'],
  approvePayments: ['supervisor'],
  /** Business days, what does not match, bank files without account numbers. */
  seeDays: ['supervisor', 'operations'],
  /** Ask for and download bank files, take returns and corrections, decide on drafts on hold. */
  handleBankFiles: ['operations'],
  approveBankFiles: ['supervisor'],
  /** Give up emails and texts that can't be delivered. */
  dropMessages: ['supervisor', 'operations'],
  /** Read, answer, assign and close messages. */
  answerMessages: ['agent', 'supervisor'],
  /** Approve or decline what customers ask for: the customer is the other pair of eyes. */
  decideRequests: ['agent', 'supervisor'],
  reviewUploads: ['agent', 'supervisor', 'operations'],
  /** Give a customer a document and take it back. */
  deliverDocuments: ['agent', 'supervisor', 'operations'],
  deliverToMany: ['supervisor', 'operations'],
  /** The general ledger, and the interest of a year with customers' names. */
  exportLedger: ['supervisor', 'operations'],
  /** Figures only, without customers. */
  seeReports: ['supervisor', 'operations', 'administrator'],
  seeHealth: ['supervisor', 'operations', 'administrator'],
  seeAudit: ['supervisor', 'administrator'],
  manageStaff: ['administrator'],
  approveStaff: ['supervisor', 'administrator'],
} as const satisfies Readonly<Record<string, readonly DeskRole[]>>;

export type DeskPermission = keyof typeof deskPermissions;

export function mayDo(role: DeskRole, permission: DeskPermission): boolean {
  return (deskPermissions[permission] as readonly DeskRole[]).includes(role);
}

/** Whether a role may make a call of the desk. */
export function mayCall(
  role: DeskRole,
  { may, andMay }: { readonly may: DeskPermission | 'staff' | 'everyone'; readonly andMay?: DeskPermission },
): boolean {
  const permitted = may === 'staff' || may === 'everyone' || mayDo(role, may);
  return permitted && (andMay === undefined || mayDo(role, andMay));
}

/** A role that approves or gives access decides for others; granting it needs a second person. */
export function needsApprovalToGrant(role: DeskRole): boolean {
  return permissionsOf(role).some((permission) => permission === 'manageStaff' || permission.startsWith('approve'));
}

export function permissionsOf(role: DeskRole): DeskPermission[] {
  return keysOf(deskPermissions).filter((permission) => mayDo(role, permission));
}
