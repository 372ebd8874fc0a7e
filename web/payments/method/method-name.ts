import type { BankAccountType, CardBrand, DebitCredit, SavedMethod } from '#common/payments/rules/payment-types.ts';
import type { SubmittedMethod } from '#common/payments/rules/submitted-method.ts';

/** The parts of a method a screen may show. */
export type MethodName =
  | {
      readonly type: 'Card';
      readonly brand: CardBrand | undefined;
      readonly lastFour: string;
      readonly debitCredit: DebitCredit;
    }
  | {
      readonly type: 'ACH';
      readonly accountType: BankAccountType;
      readonly lastFour: string;
      readonly bankName: string;
    };

export function nameOfSaved(method: SavedMethod): MethodName {
  return method.type === 'Card'
    ? { type: 'Card', brand: method.brand, lastFour: method.lastFour, debitCredit: method.debitCredit }
    : { type: 'ACH', accountType: method.accountType, lastFour: method.lastFour, bankName: method.bankName };
}

export function submittedSaved(method: SavedMethod): SubmittedMethod {
  return method.type === 'Card' ? { type: 'Card', saved: method } : { type: 'ACH', saved: method };
}
