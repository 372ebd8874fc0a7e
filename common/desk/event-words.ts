/** Where the name alone would not tell someone who reads the audit log what was done. */
const words: Readonly<Record<string, string>> = {
  'desk-refused': 'Refused',
  'desk-sign-in-refused': 'Refused to sign in',
  'desk-searched': 'Searched for customers',
  'desk-customer-opened': 'Opened the customer',
  'desk-value-revealed': 'Showed a masked value',
  'desk-note-added': 'Added a note',
  'desk-login-unlocked': 'Unlocked the login',
  'desk-login-restricted': 'Restricted the login',
  'desk-release-asked': 'Asked to release the login',
  'desk-second-factor-reset': 'Reset the second factor',
  'desk-sessions-ended': 'Ended the sessions of the login',
  'desk-devices-forgotten': 'Forgot the devices of the login',
  'desk-link-sent': 'Sent a link again',
  'desk-links-cancelled': 'Canceled the links',
  'desk-confirmed': 'Proved once more who they are',
  'desk-bank-file-asked': 'Asked to download a bank file',
  'desk-bank-file-downloaded': 'Downloaded a bank file',
  'desk-release-account-asked': 'Asked to release the bank account',
  'desk-draft-cancelled': 'Canceled a bank draft',
  'desk-draft-released': 'Released a bank draft',
  'desk-returns-previewed': 'Previewed a file of returns',
  'desk-returns-taken': 'Took a file of returns',
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
  'desk-message-begun': 'Wrote to the customer',
  'desk-ledger-exported': 'Exported the general ledger',
  'desk-year-end-exported': 'Exported the interest of a year',
  'desk-audit-verified': 'Verified the audit log',
  'desk-view-begun': 'Viewed the portal as the customer',
  'desk-approved': 'Approved a request',
  'desk-declined': 'Declined a request',
  'desk-withdrawn': 'Withdrew a request',
};

/** An event of the audit log as it is shown to staff. */
export function eventWords(event: string): string {
  const plain = event.replace(/^desk-/, '').replaceAll('-', ' ');
  return words[event] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
