import { customers } from '#demo/books/customers.ts';

/**
 * Values that must not appear anywhere after the product received them. Add new ones here and use them in
 * `plant-secrets.ts`.
 */
export const canaries = {
  rightPassword: 'Harbor-2026!',
  wrongPassword: 'canary-Wrong-Password-1!',
  passwordInTheNameField: 'canary-Password-As-Name-2!',
  passwordOfNobody: 'canary-Nobodys-Password-3!',
  passwordInAClientError: 'canary-Reported-Password-4!',
  secretAnswer: 'canary secret answer',
  savedCard: '6011111111111117',
  singleUseCard: '5555555555554444',
  silentCard: '4000000000000119',
  refusedCard: '4000000000000101',
  wrongCard: '4242424242424241',
  securityCode: '7391',
  savedBankAccount: '90817263540',
  singleUseBankAccount: '80716253441',
  checkedBankAccount: '70615243342',
  socialSecurityNumber: '219099999',
  tokenInAnAddress: 'canarytokeninanaddress0123456789abcdefghijklmnop',
} as const;

export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Returns the list with other common formats of numbers. */
export function listCanaries(): Secret[] {
  const ssn = canaries.socialSecurityNumber;
  return [
    ...Object.entries(canaries).map(([name, value]) => ({ name, value })),
    ...customers.flatMap(({ customerId, ssn }) => (ssn === null ? [] : [{ name: `SSN of ${customerId}`, value: ssn }])),
    { name: 'socialSecurityNumber, written out', value: `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}` },
    { name: 'singleUseCard, written out', value: canaries.singleUseCard.replaceAll(/(\d{4})(?=\d)/g, '$1 ') },
  ];
}
