import type { DeskContract } from './all-desk-apis.ts';

type RecordedBy<Endpoint> = Endpoint extends { readonly records: infer Event extends string } ? Event : never;

/** The events that calls of the desk record, and those of refused calls. */
type DeskEvent = RecordedBy<DeskContract[keyof DeskContract]> | 'desk-refused' | 'desk-sign-in-refused';

const words: Readonly<Record<DeskEvent, string>> = {
  'desk-refused': 'Refused',
  'desk-sign-in-refused': 'Refused to sign in',
  'desk-signed-in': 'Signed in',
  'desk-signed-out': 'Signed out',
  'desk-passkey-added': 'Added their first passkey',
  'desk-searched': 'Searched for customers',
  'desk-customer-opened': 'Opened the customer',
  'desk-value-revealed': 'Showed a masked value',
  'desk-account-shown': 'Showed an account on the web again',
  'desk-note-added': 'Added a note',
  'desk-login-unlocked': 'Unlocked the login',
  'desk-login-restricted': 'Restricted the login',
  'desk-release-asked': 'Asked to release the login',
  'desk-second-factor-reset': 'Reset the second factor',
  'desk-passkeys-removed': 'Removed the passkeys of the login',
  'desk-sessions-ended': 'Ended the sessions of the login',
  'desk-devices-forgotten': 'Forgot the devices of the login',
  'desk-link-sent': 'Sent a link again',
  'desk-invitation-sent': 'Invited the customer to activate a login',
  'desk-links-cancelled': 'Canceled the links',
  'desk-confirmed': 'Proved once more who they are',
  'desk-bank-file-asked': 'Asked to download a bank file',
  'desk-bank-file-downloaded': 'Downloaded a bank file',
  'desk-release-account-asked': 'Asked to release the bank account',
  'desk-returns-asked': 'Asked to take a file of returns',
  'desk-payments-searched': 'Searched the payments',
  'desk-payment-settled': 'Settled a payment',
  'desk-payment-cancelled': 'Canceled a payment',
  'desk-refund-asked': 'Asked to refund a payment',
  'desk-schedule-stopped': 'Stopped a recurring payment',
  'desk-payment-received': 'Recorded a payment received outside the portal',
  'desk-move-asked': 'Asked to move a payment to another loan',
  'desk-take-back-asked': 'Asked to take back a received payment',
  'desk-payout-asked': 'Asked to pay out an overpayment',
  'desk-stop-payout-asked': 'Asked to stop a payout',
  'desk-late-charge-waived': 'Waived a late charge',
  'desk-due-date-changed': 'Changed the due date of a loan',
  'desk-payments-deferred': 'Deferred payments of a loan, or asked to',
  'desk-rate-asked': 'Asked to change the interest rate of a loan',
  'desk-rate-withdrawal-asked': 'Asked to withdraw a change of the interest rate of a loan',
  'desk-charge-off-asked': 'Asked to charge a loan off',
  'desk-charge-off-reversal-asked': 'Asked to reverse the charge-off of a loan',
  'desk-draw-asked': 'Asked to pay out a draw on a line of credit',
  'desk-lien-released': 'Recorded the release of a lien',
  'desk-lien-release-withdrawn': 'Withdrew the release of a lien',
  'desk-holds-changed': 'Changed the holds on a loan',
  'desk-hold-code-changed': 'Changed the hold code of a loan, or asked to',
  'desk-credit-file-made': 'Made a file for credit bureaus',
  'desk-credit-file-asked': 'Asked to download a file for credit bureaus',
  'desk-credit-file-downloaded': 'Downloaded a file for credit bureaus',
  'desk-customer-hold-placed': 'Put a hold code on a loan, or restricted a login, of a held customer',
  'desk-customer-hold-lift-asked': 'Asked to lift the hold code of a customer',
  'desk-differences-acknowledged': 'Explained the differences of a business day',
  'desk-bank-file-refusal-asked': 'Asked to record that the bank rejected a file',
  'desk-draft-cancelled': 'Canceled a bank draft',
  'desk-draft-released': 'Released a bank draft',
  'desk-returns-previewed': 'Previewed a file of returns',
  'desk-returns-taken': 'Took a file of returns',
  'desk-returns-dropped': 'Gave up the approval of a file of returns',
  'desk-correction-shown': "Showed a bank's correction",
  'desk-correction-applied': "Applied a bank's correction",
  'desk-correction-dismissed': "Dismissed a bank's correction",
  'desk-inbox-searched': 'Searched the messages',
  'desk-message-answered': 'Answered a message',
  'desk-message-note-added': 'Added a note to a message',
  'desk-message-assigned': 'Assigned a message',
  'desk-message-sorted': 'Sorted a message',
  'desk-message-closed': 'Closed a message',
  'desk-message-reopened': 'Opened a message again',
  'desk-request-approved': 'Approved a request of the customer',
  'desk-request-declined': 'Declined a request of the customer',
  'desk-upload-reviewed': 'Reviewed an upload',
  'desk-document-downloaded': 'Downloaded a document',
  'desk-attachment-added': 'Attached a file to an answer',
  'desk-attachment-downloaded': 'Downloaded a file of a message',
  'desk-document-delivered': 'Delivered a document',
  'desk-documents-delivered': 'Delivered a document to a list of customers',
  'desk-document-withdrawn': 'Withdrew a document',
  'desk-message-sent-again': 'Sent an email again',
  'desk-message-dropped': "Gave up a message that can't be delivered",
  'desk-message-begun': 'Wrote to the customer',
  'desk-ledger-exported': 'Exported the general ledger',
  'desk-trial-balance-exported': 'Exported the trial balance',
  'desk-year-end-exported': 'Exported the interest of a year',
  'desk-audit-verified': 'Verified the audit log',
  'desk-view-begun': 'Viewed the portal as the customer',
  'desk-email-asked': 'Asked to correct the email address',
  'desk-email-withdrawn': 'Took back the new email address',
  'desk-report-exported': 'Exported a report',
  'desk-staff-invited': 'Invited a member of the staff',
  'desk-staff-role-changed': 'Changed the role of a member of the staff',
  'desk-staff-ended': 'Ended the access of a member of the staff',
  'desk-staff-reopened': 'Gave a member of the staff access again',
  'desk-approved': 'Approved a request',
  'desk-declined': 'Declined a request',
  'desk-withdrawn': 'Withdrew a request',
};

/**
 * Refusals that only ask for a step: staff give the reason or confirm who they are, and go on. The audit log keeps them,
 * but they are no news about a customer.
 */
export const stepsFirst: Readonly<Record<string, string>> = {
  OpenFirst: 'Was asked for a reason first',
  ConfirmFirst: 'Was asked to confirm who they are first',
};

/** Returns an event of the audit log as it is shown to staff. Events outside the desk keep the words of their name. */
export function eventWords(event: string): string {
  if (isDeskEvent(event)) return words[event];
  const plain = event.replaceAll('-', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function isDeskEvent(event: string): event is DeskEvent {
  return Object.hasOwn(words, event);
}
