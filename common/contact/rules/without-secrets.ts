import { passesLuhnCheck } from '#common/payments/rules/card-rules.ts';

/** Nine digits, as people write an SSN: with its dashes or gaps. */
const socialSecurityNumber = /(?<!\d)\d{3}[- ]\d{2}[- ]\d{4}(?!\d)/g;

/** A run of digits, in groups or not, that may be a card number. */
const longNumber = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;

/**
 * What somebody wrote, without card numbers and SSNs: they are asked to leave them
 * out, and neither our books nor mail may carry them (PCI DSS 3.3 and 4.2).
 */
export function withoutSecrets(text: string): string {
  return text.replaceAll(longNumber, hideCardNumber).replaceAll(socialSecurityNumber, '•••-••-••••');
}

function hideCardNumber(found: string): string {
  const digits = found.replaceAll(/\D/g, '');
  return passesLuhnCheck(digits) ? `•••• ${digits.slice(-4)}` : found;
}
