import { bankAccountToWire, cardToWire, tokenizedCardToWire } from '#common/payments/methods.wire.ts';
import type { BankAccountEntry, CardEntry, TokenizedCard } from '#common/payments/rules/payment-types.ts';
import { type AnswerOf, call, type CallResult } from '#web/data/client.ts';
import { clock } from '#web/data/clock.ts';
import type { Outcome } from '#web/data/use-action.ts';
import { reloadSavedMethods } from '#web/payments/methods-data.ts';
import type { MethodChoice } from '../payment-values.ts';
import type { CardSetup } from './card-setup.ts';

export type NewMethod =
  | { readonly type: 'Card'; readonly card: CardEntry }
  | { readonly type: 'Card'; readonly tokenized: TokenizedCard }
  | { readonly type: 'ACH'; readonly account: BankAccountEntry; readonly bankName: string };

/** A method to pay with, or a card that the customer has to confirm at the bank first. */
export type TakenMethod = { readonly choice: MethodChoice } | { readonly setup: CardSetup };

interface Taking {
  readonly accountNumber: string;
  readonly save: boolean;
}

/** Has the server check a bank account. A one-time card is sent only with its payment. */
export async function checkNewMethod(method: NewMethod, accountNumber: string): Promise<CallResult<unknown>> {
  if (method.type === 'Card') return { kind: 'answer', body: undefined };
  const body = bankAccountToWire(method.account, accountNumber);
  return call('POST /api/PaymentMethod/ValidateAchPaymentMethod', { body });
}

/** Saves a new method, or uses it for one payment (P 4). Its numbers are not stored. */
export async function takeNewMethod(method: NewMethod, { accountNumber, save }: Taking): Promise<Outcome<TakenMethod>> {
  if (!save) return { kind: 'answer', body: { choice: singleUse(method) } };
  const added = await add(method, accountNumber);
  if (added.kind !== 'answer') return added;
  if (added.body.CardSetup) {
    const { SetupId: setupId, Url: url, MinutesLeft: minutes } = added.body.CardSetup;
    return { kind: 'answer', body: { setup: { setupId, url, endsAtMs: clock.nowMs() + minutes * 60_000 } } };
  }
  const profileId = await findSaved(method, accountNumber);
  return profileId === undefined
    ? { kind: 'stopped', text: 'paymentMethodError.other' }
    : { kind: 'answer', body: { choice: { kind: 'saved', profileId } } };
}

type Added = CallResult<Pick<AnswerOf<'POST /api/PaymentMethod/AddCardPaymentMethod'>, 'CardSetup'>>;

async function add(method: NewMethod, accountNumber: string): Promise<Added> {
  if ('tokenized' in method) {
    const body = tokenizedCardToWire(method.tokenized, accountNumber);
    return call('POST /api/PaymentMethod/AddCardPaymentMethod', { body });
  }
  if (method.type === 'Card')
    return call('POST /api/PaymentMethod/AddCardPaymentMethod', { body: cardToWire(method.card, accountNumber) });
  const body = bankAccountToWire(method.account, accountNumber);
  const added = await call('POST /api/PaymentMethod/AddAchPaymentMethod', { body });
  return added.kind === 'answer' ? { kind: 'answer', body: { CardSetup: null } } : added;
}

/** Returns the newest saved method with the same type and last four digits (P 4); the list is in order of saving. */
async function findSaved(method: NewMethod, accountNumber: string): Promise<string | undefined> {
  const saved = await reloadSavedMethods(accountNumber).catch(() => []);
  const lastFour = 'tokenized' in method ? method.tokenized.lastFour : numberOf(method).slice(-4);
  return saved.findLast((each) => each.type === method.type && each.lastFour === lastFour)?.profileId;
}

function singleUse(method: NewMethod): MethodChoice {
  if ('tokenized' in method) return { kind: 'tokenizedCard', card: method.tokenized };
  return method.type === 'Card'
    ? { kind: 'singleUseCard', card: method.card }
    : { kind: 'singleUseAccount', account: method.account, bankName: method.bankName };
}

function numberOf(method: Exclude<NewMethod, { readonly tokenized: TokenizedCard }>): string {
  return method.type === 'Card' ? method.card.cardNumber : method.account.accountNumber;
}
