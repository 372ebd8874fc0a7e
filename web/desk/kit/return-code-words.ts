/** Return codes of the Nacha Operating Rules, appendix 4, that drafts on customers' accounts come back with. */
const words: Readonly<Record<string, string>> = {
  R01: 'not enough money in the account',
  R02: 'account closed',
  R03: 'no such account',
  R04: 'account number not valid',
  R05: 'consumer account, drawn on as a company without permission',
  R06: 'our bank asked for it back',
  R07: 'customer withdrew the permission',
  R08: 'customer stopped the payment',
  R09: 'deposits not available yet',
  R10: 'customer says it was not authorized',
  R11: 'customer says it was not as authorized',
  R12: 'account sold to another bank',
  R13: 'routing number not valid',
  R14: 'account holder or payee deceased',
  R15: 'account holder deceased',
  R16: 'account frozen',
  R17: 'the bank could not read the entry',
  R20: 'account allows no drafts',
  R21: 'company identification not valid',
  R22: 'individual identification not valid',
  R23: 'refused by the account holder',
  R24: 'sent twice',
  R28: 'routing number not valid',
  R29: 'company says it was not authorized',
  R31: 'returned with our consent, late',
  R51: 'notice or terms of the draft not proper',
};

/** Returns a return code with its meaning, such as `R01, not enough money in the account`. */
export function returnCodeWithWords(code: string): string {
  const meaning = words[code];
  return meaning === undefined ? code : `${code}, ${meaning}`;
}

/** What the payments themselves note where a bank's return would have its code. */
const ownWords: Readonly<Record<string, string>> = {
  REFUND: 'refunded, not returned by the bank',
  DISPUTE: 'the cardholder won a dispute',
  'not sent': 'taken back before its draft left',
};

/** Why a payment was declined, returned, or not applied, in words where it is a code. */
export function whyInWords(why: string): string {
  return ownWords[why] ?? returnCodeWithWords(why);
}

/** Returns a line that may end with such a code, with the code in words. */
export function returnInWords(line: string): string {
  return line.replace(/(?<=, )(R\d\d|REFUND|DISPUTE|not sent)$/, whyInWords);
}
