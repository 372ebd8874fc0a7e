/** A telephone of a customer. */
export interface Telephone {
  /** Ten digits. */
  readonly number: string;
  /** Called first; one of a customer's telephones is. */
  readonly primary: boolean;
  /** Its owner agreed to text messages. */
  readonly textsAgreed: boolean;
}

/** The ten digits of a telephone as it is typed, `555-010-4471` or any other way; fewer while it is not all there. */
export function phoneDigits(typed: string): string {
  return typed.replaceAll(/\D/g, '');
}

export function isPhoneNumber(digits: string): boolean {
  return /^\d{10}$/.test(digits);
}

/** `555-010-4471`; what is no telephone stays as it is. */
export function formatPhone(digits: string): string {
  return isPhoneNumber(digits) ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : digits;
}

/** The telephone that text messages go to: one that agreed to them, the primary one rather. */
export function textPhoneOf(telephones: readonly Telephone[]): string {
  const agreed = telephones.filter(({ textsAgreed }) => textsAgreed);
  return (agreed.find(({ primary }) => primary) ?? agreed[0])?.number ?? '';
}
