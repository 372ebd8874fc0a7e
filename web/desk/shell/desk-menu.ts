import type { DeskPermission } from '#common/desk/permissions.ts';

export interface DeskMenuItem {
  readonly label: string;
  readonly path: string;
  /** Undefined: for everyone at the desk. */
  readonly may?: DeskPermission;
  readonly group: 'Work' | 'Institution' | 'Admin';
}

/** The menu, and the screens that ⌘K finds. */
const deskMenu: readonly DeskMenuItem[] = [
  { label: 'Today', path: '/', group: 'Work' },
  { label: 'Inbox', path: '/inbox', may: 'answerMessages', group: 'Work' },
  { label: 'Requests', path: '/requests', may: 'decideRequests', group: 'Work' },
  { label: 'Documents', path: '/documents', may: 'reviewUploads', group: 'Work' },
  { label: 'Customers', path: '/customers', may: 'seeCustomers', group: 'Work' },
  { label: 'Payments', path: '/payments', may: 'seePayments', group: 'Work' },
  { label: 'Overpaid', path: '/overpayments', may: 'correctPayments', group: 'Work' },
  { label: 'Liens', path: '/liens', may: 'correctPayments', group: 'Work' },
  { label: 'Approvals', path: '/approvals', group: 'Work' },
  { label: 'The day', path: '/days', may: 'seeDays', group: 'Institution' },
  { label: 'Returns', path: '/returns', may: 'seeDays', group: 'Institution' },
  { label: 'Ledger', path: '/ledger', may: 'exportLedger', group: 'Institution' },
  { label: 'Credit bureaus', path: '/credit-files', may: 'seeDays', group: 'Institution' },
  { label: 'Reports', path: '/reports', may: 'seeReports', group: 'Institution' },
  { label: 'Health', path: '/health', may: 'seeHealth', group: 'Admin' },
  { label: 'Staff', path: '/staff', may: 'manageStaff', group: 'Admin' },
  { label: 'Audit log', path: '/audit', may: 'seeAudit', group: 'Admin' },
];

export function menuFor(permissions: readonly string[]): DeskMenuItem[] {
  return deskMenu.filter(({ may }) => may === undefined || permissions.includes(may));
}
