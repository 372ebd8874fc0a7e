export type ReturnReason =
  | 'insufficientFunds'
  | 'accountClosed'
  | 'noAccount'
  | 'stopped'
  | 'notAuthorized'
  | 'notAllowed'
  | 'other';

/** Return codes of the Nacha Operating Rules, appendix 4, that have a more specific message. */
const reasons: Readonly<Record<string, ReturnReason>> = {
  R01: 'insufficientFunds',
  R02: 'accountClosed',
  R03: 'noAccount',
  R04: 'noAccount',
  R05: 'notAuthorized',
  R07: 'notAuthorized',
  R08: 'stopped',
  R09: 'insufficientFunds',
  R10: 'notAuthorized',
  R11: 'notAuthorized',
  R16: 'notAllowed',
  R20: 'notAllowed',
  R29: 'notAuthorized',
};

/** Don't debit the account again: it is unknown, allows no debits, or its owner forbade them. */
const blocking: readonly string[] = [
  'R02',
  'R03',
  'R04',
  'R05',
  'R07',
  'R10',
  'R11',
  'R12',
  'R13',
  'R14',
  'R15',
  'R16',
  'R20',
  'R28',
  'R29',
];

export function reasonOf(code: string): ReturnReason {
  return reasons[code] ?? 'other';
}

export function blocksAccount(code: string): boolean {
  return blocking.includes(code);
}
