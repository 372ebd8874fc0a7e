import { type BankAccountNumbers, isBlockedAccount } from '#server/payments/settlement/bank-drafts.queries.ts';
import { createHash } from 'node:crypto';
import type { Day } from '#common/core/dates.ts';
import { isCardExpired } from '#common/payments/rules/card-life.ts';
import type { BankAccountType, CardBrand, DebitCredit } from '#common/payments/rules/payment-types.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';
import type { ImportLine, LineProblem } from '#server/platform/import/import-columns.ts';
import type { Bank } from '#server/payments-network/routing/routing-directory.ts';
import type { Services } from '#server/services.ts';
import type { methodColumns } from './method-columns.ts';
import { FileChanged } from './take-over.ts';

type MethodLine = ImportLine<typeof methodColumns>;

/** A method of a former system: a card as the processor's token, or a bank account. */
export type ImportedMethod =
  | { readonly type: 'Card'; readonly fingerprint: string; readonly card: ImportedCard }
  | { readonly type: 'ACH'; readonly bankName: string; readonly numbers: BankAccountNumbers };

interface ImportedCard {
  readonly token: string;
  readonly brand: CardBrand;
  readonly lastFour: string;
  readonly debitCredit: DebitCredit;
  readonly expiration: string;
}

export interface MethodReader {
  /** Returns the method of a line, or what is wrong with it. Asks the directory once per bank. */
  findMethod(line: MethodLine): Promise<ImportedMethod | LineProblem>;
  /**
   * Returns the method of a line that `findMethod` found right; asks nothing.
   * @throws FileChanged if its bank hasn't been looked up
   */
  getMethod(line: MethodLine): ImportedMethod;
}

export function createMethodReader(services: Services): MethodReader {
  const banks = new Map<string, Bank | undefined>();
  const findBank = async (routingNumber: string) => {
    if (!banks.has(routingNumber)) banks.set(routingNumber, await services.routingDirectory.findBank(routingNumber));
    return banks.get(routingNumber);
  };
  return {
    async findMethod(line) {
      if (line.method === 'card') return cardFrom(line);
      const numbers = numbersFrom(line);
      const bank = await findBank(numbers.routingNumber);
      if (!bank)
        return { column: 'routing_number', reason: 'is not in the routing directory; import the directory first' };
      if (!bank.achAllowed)
        return { column: 'routing_number', reason: `is of a bank that takes no bank drafts, ${bank.name}` };
      if (await isBlockedAccount(services, services.database, numbers)) {
        return { column: 'bank_account_number', reason: 'was blocked after a return' };
      }
      return { type: 'ACH', bankName: bank.name, numbers };
    },
    getMethod(line) {
      if (line.method === 'card') return cardFrom(line);
      const numbers = numbersFrom(line);
      const bank = banks.get(numbers.routingNumber);
      if (!bank) throw new FileChanged();
      return { type: 'ACH', bankName: bank.name, numbers };
    },
  };
}

export function isProblem(read: ImportedMethod | LineProblem): read is LineProblem {
  return 'reason' in read;
}

/** Called after the columns of the kind were found to be there. */
function cardFrom(line: MethodLine): ImportedMethod {
  const { token, brand, last_four: lastFour, expiration, card_kind: kind } = line;
  if (token === null || brand === null || lastFour === null || expiration === null)
    throw new Error('A card lacks a column');
  const debitCredit = kind === 'credit' ? 'CreditCard' : 'DebitCard';
  // Without the processor's fingerprint, the same card entered again counts as another one.
  const fingerprint = line.fingerprint ?? createHash('sha256').update(`imported:${token}`).digest('hex');
  return { type: 'Card', fingerprint, card: { token, brand, lastFour, debitCredit, expiration } };
}

function numbersFrom(line: MethodLine): BankAccountNumbers {
  const { routing_number: routingNumber, bank_account_number: accountNumber, owner_name: ownerName } = line;
  if (routingNumber === null || accountNumber === null || ownerName === null)
    throw new Error('A bank account lacks a column');
  const accountType: BankAccountType = line.bank_account_kind === 'savings' ? 'Savings' : 'Checking';
  return { ownerName, accountType, routingNumber, accountNumber };
}

export function hasExpired(method: ImportedMethod, on: Day): boolean {
  return method.type === 'Card' && isCardExpired(method.card.expiration, on);
}

export function snapshotOf(method: ImportedMethod): MethodSnapshot {
  if (method.type === 'Card') return { type: 'Card', ...method.card };
  const { accountType, accountNumber } = method.numbers;
  return { type: 'ACH', bankName: method.bankName, accountType, lastFour: accountNumber.slice(-4) };
}
