/** The longest address mail servers accept (RFC 5321, 4.5.3.1). */
const EMAIL_ADDRESS_MAX_LENGTH = 254;

const local = /[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}/.source;
const label = /[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?/.source;
const pattern = new RegExp(`^${local}@${label}(?:\\.${label})+$`);

/** Rejects line breaks, which could inject a mail header. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_ADDRESS_MAX_LENGTH && pattern.test(text);
}

/** Addresses that differ only in case have the same key. */
export function emailKeyOf(emailAddress: string): string {
  return emailAddress.trim().toLowerCase();
}
