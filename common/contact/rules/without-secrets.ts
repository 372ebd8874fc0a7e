import { passesLuhnCheck } from '#common/payments/rules/card-rules.ts';

/** Nine digits written like an SSN, with dashes or spaces. */
const socialSecurityNumber = /(?<!\d)\d{3}[- ]\d{2}[- ]\d{4}(?!\d)/g;

/** Digits, grouped or not, that may be a card number. */
const longNumber = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;

/** Removes card numbers and SSNs, which must not reach our database or email (PCI DSS 3.3 and 4.2). */
export function withoutSecrets(text: string): string {
  return text.replaceAll(longNumber, hideCardNumber).replaceAll(socialSecurityNumber, '•••-••-••••');
}

function hideCardNumber(found: string): string {
  const digits = found.replaceAll(/\D/g, '');
  return passesLuhnCheck(digits) ? `•••• ${digits.slice(-4)}` : found;
}
