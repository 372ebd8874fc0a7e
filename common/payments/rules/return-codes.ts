export type ReturnReason =
  | 'insufficientFunds'
  | 'accountClosed'
  | 'noAccount'
  | 'stopped'
  | 'notAuthorized'
  | 'notAllowed'
  | 'other';

interface ReturnCode {
  /** For staff. */
  readonly meaning: string;
  /** Has a message of its own for the customer. */
  readonly reason?: ReturnReason;
  /** Don't debit the account again: it is unknown, allows no debits, or its owner forbade them. */
  readonly blocks?: true;
  /** Counts against a limit of its own (Nacha Operating Rules, 2.17.2). */
  readonly limit?: 'unauthorized' | 'administrative';
}

/** Codes that drafts on customers' accounts come back with (Nacha Operating Rules, appendix 4). */
const returnCodes: Readonly<Record<string, ReturnCode>> = {
  R01: { meaning: 'not enough money in the account', reason: 'insufficientFunds' },
  R02: { meaning: 'account closed', reason: 'accountClosed', blocks: true, limit: 'administrative' },
  R03: { meaning: 'no such account', reason: 'noAccount', blocks: true, limit: 'administrative' },
  R04: { meaning: 'account number not valid', reason: 'noAccount', blocks: true, limit: 'administrative' },
  R05: {
    meaning: 'consumer account, drawn on as a company without permission',
    reason: 'notAuthorized',
    blocks: true,
    limit: 'unauthorized',
  },
  R06: { meaning: 'our bank asked for it back' },
  R07: { meaning: 'customer withdrew the permission', reason: 'notAuthorized', blocks: true, limit: 'unauthorized' },
  R08: { meaning: 'customer stopped the payment', reason: 'stopped' },
  R09: { meaning: 'deposits not available yet', reason: 'insufficientFunds' },
  R10: {
    meaning: 'customer says it was not authorized',
    reason: 'notAuthorized',
    blocks: true,
    limit: 'unauthorized',
  },
  R11: {
    meaning: 'customer says it was not as authorized',
    reason: 'notAuthorized',
    blocks: true,
    limit: 'unauthorized',
  },
  R12: { meaning: 'account sold to another bank', blocks: true },
  R13: { meaning: 'routing number not valid', blocks: true },
  R14: { meaning: 'account holder or payee deceased', blocks: true },
  R15: { meaning: 'account holder deceased', blocks: true },
  R16: { meaning: 'account frozen', reason: 'notAllowed', blocks: true },
  R17: { meaning: 'the bank could not read the entry' },
  R20: { meaning: 'account allows no drafts', reason: 'notAllowed', blocks: true },
  R21: { meaning: 'company identification not valid' },
  R22: { meaning: 'individual identification not valid' },
  R23: { meaning: 'refused by the account holder' },
  R24: { meaning: 'sent twice' },
  R28: { meaning: 'routing number not valid', blocks: true },
  R29: {
    meaning: 'company says it was not authorized',
    reason: 'notAuthorized',
    blocks: true,
    limit: 'unauthorized',
  },
  R31: { meaning: 'returned with our consent, late' },
  R51: { meaning: 'notice or terms of the draft not proper', limit: 'unauthorized' },
};

export function reasonOf(code: string): ReturnReason {
  return returnCodes[code]?.reason ?? 'other';
}

export function blocksAccount(code: string): boolean {
  return returnCodes[code]?.blocks ?? false;
}

/** Whether a code counts against a limit of its own, or only in all returns. */
export function limitOfReturn(code: string): 'unauthorized' | 'administrative' | 'other' {
  return returnCodes[code]?.limit ?? 'other';
}

/** Returns a return code with its meaning, such as `R01, not enough money in the account`. */
export function returnCodeWithWords(code: string): string {
  const meaning = returnCodes[code]?.meaning;
  return meaning === undefined ? code : `${code}, ${meaning}`;
}
