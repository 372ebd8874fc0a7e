const HIDDEN = '•••';

/** Returns enough of an e-mail address or phone number for its owner to recognize it: `m•••@example.com`, `••• 42`. */
export function maskRecipient(recipient: string): string {
  if (recipient === '') return '';
  const [mailbox = '', domain] = recipient.split('@');
  const [first = ''] = mailbox;
  return domain === undefined ? `${HIDDEN} ${recipient.slice(-2)}` : `${first}${HIDDEN}@${domain}`;
}
