import { returnCodeWithWords } from '#common/payments/rules/return-codes.ts';

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
