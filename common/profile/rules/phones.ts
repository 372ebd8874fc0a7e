export interface PhoneOnFile {
  /** Ten digits. */
  readonly number: string;
  /** Exactly one of a customer's phones is primary. */
  readonly primary: boolean;
  readonly textsAgreed: boolean;
}

/** Keeps the digits of a typed number; fewer than ten while incomplete. */
export function phoneDigits(typed: string): string {
  return typed.replaceAll(/\D/g, '');
}

export function isPhoneNumber(digits: string): boolean {
  return /^\d{10}$/.test(digits);
}

/** `555-010-4471`; anything else stays as it is. */
export function formatPhone(digits: string): string {
  return isPhoneNumber(digits) ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : digits;
}

/** The phone for text messages: one with consent, preferably the primary one. */
export function textPhoneOf(phones: readonly PhoneOnFile[]): string {
  const agreed = phones.filter(({ textsAgreed }) => textsAgreed);
  return (agreed.find(({ primary }) => primary) ?? agreed[0])?.number ?? '';
}
