import { bankAccountToWire, cardToWire } from '#common/payments/payments.wire.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { BankAccountEntry, CardEntry } from '#common/payments/rules/payment-types.ts';
import { call, type Refused, type Unreachable } from '#web/data/client.ts';
import { reloadSavedMethods } from '#web/payments/payments-data.ts';
import type { MethodChoice } from '../payment-values.ts';
import { newMethodProblem, type NewMethodProblem } from './new-method-problem.ts';

/** What a form of the dialog gives, checked by its rules. */
export type NewMethod =
  | { readonly type: 'Card'; readonly card: CardEntry }
  | { readonly type: 'ACH'; readonly account: BankAccountEntry; readonly bankName: string };

interface Taking {
  readonly accountNumber: string;
  readonly save: boolean;
}

/**
 * A bank account is checked by the server, whether it is saved or used once; a
 * card that is used once goes nowhere yet.
 * @returns why it cannot be taken, or nothing.
 */
export async function checkNewMethod(method: NewMethod, accountNumber: string): Promise<NewMethodProblem | undefined> {
  const refusal = await check(method, accountNumber);
  return refusal && newMethodProblem(refusal);
}

/**
 * Saves a new method, or takes it for one payment (P 4). The numbers pass through
 * here and are kept nowhere.
 */
export async function takeNewMethod(
  method: NewMethod,
  { accountNumber, save }: Taking,
): Promise<Result<MethodChoice, NewMethodProblem>> {
  if (!save) return success(singleUse(method));
  const refused = await add(method, accountNumber);
  if (refused) return failure(newMethodProblem(refused));
  const profileId = await findSaved(method, accountNumber);
  return profileId === undefined ? failure('paymentMethodError.other') : success({ kind: 'saved', profileId });
}

async function check(method: NewMethod, accountNumber: string): Promise<Refused | Unreachable | undefined> {
  if (method.type === 'Card') return undefined;
  const body = bankAccountToWire(method.account, accountNumber);
  const result = await call('POST /api/PaymentMethod/ValidateAchPaymentMethod', { body });
  return result.kind === 'answer' ? undefined : result;
}

async function add(method: NewMethod, accountNumber: string): Promise<Refused | Unreachable | undefined> {
  const result =
    method.type === 'Card'
      ? await call('POST /api/PaymentMethod/AddCardPaymentMethod', { body: cardToWire(method.card, accountNumber) })
      : await call('POST /api/PaymentMethod/AddAchPaymentMethod', {
          body: bankAccountToWire(method.account, accountNumber),
        });
  return result.kind === 'answer' ? undefined : result;
}

/** The newest saved method of the type with the same last four digits (P 4); the list is in the order of saving. */
async function findSaved(method: NewMethod, accountNumber: string): Promise<string | undefined> {
  const saved = await reloadSavedMethods(accountNumber).catch(() => []);
  const lastFour = numberOf(method).slice(-4);
  return saved.findLast((each) => each.type === method.type && each.lastFour === lastFour)?.profileId;
}

function singleUse(method: NewMethod): MethodChoice {
  return method.type === 'Card'
    ? { kind: 'singleUseCard', card: method.card }
    : { kind: 'singleUseAccount', account: method.account, bankName: method.bankName };
}

function numberOf(method: NewMethod): string {
  return method.type === 'Card' ? method.card.cardNumber : method.account.accountNumber;
}
