import { hasErrors } from '#common/core/field-errors.ts';
import { isRoutingNumber, validateBankAccount } from '#common/payments/rules/ach-rules.ts';
import { listBankAccountTypes } from '#common/payments/rules/bank-account-types.ts';
import type { Bank } from '#server/payments-network/routing/routing-directory.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { afterCommit } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { findCardBrand } from '#common/payments/rules/card-brands.ts';
import type {
  BankAccountEntry,
  CardEntry,
  DebitCredit,
  PaymentType,
  TokenizedCard,
} from '#common/payments/rules/payment-types.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import type { SubmittedMethod } from '#common/payments/rules/submitted-method.ts';
import { type CardToken, ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { type CountedTry, countTries } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';
import {
  type BankAccountNumbers,
  unsealNumbers,
  isBlockedAccount,
} from '#server/payments/settlement/bank-drafts.queries.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';
import type { KnownMethod } from '#server/payments/submit/submission.queries.ts';
import type { RequestedMethod } from '#server/payments/submit/submission-request.wire.ts';

/** A saved method of the user, or one entered in full. */
export interface ResolvedMethod {
  readonly submitted: SubmittedMethod;
  readonly snapshot: MethodSnapshot;
  readonly source: PaymentSource;
}

export type PaymentSource = CardSource | { readonly kind: 'bankAccount'; readonly numbers: BankAccountNumbers };

/** A card already in the vault, or one still to be sent there. */
export type CardSource =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'card'; readonly card: CardEntry };

interface MethodInUse {
  /** As the caller has read it. */
  readonly known: KnownMethod;
  /** Gets the counted check of an accepted account, to give it back with the payment. */
  readonly keep?: (counted: CountedTry) => void;
}

export async function resolveMethod(
  services: Services,
  session: Pick<Session, 'userId'>,
  method: RequestedMethod,
  inUse: MethodInUse,
): Promise<Result<ResolvedMethod, SubmissionError>> {
  if ('profileId' in method) {
    const saved = resolveSaved(services, method.type, inUse.known);
    return saved ? success(saved) : failure('Invalid');
  }
  if ('token' in method) return resolveToken(services, method);
  return method.type === 'Card'
    ? resolveCard(services, method.entry)
    : resolveBankAccount(services, session, method.entry, inUse);
}

function resolveSaved(
  services: Services,
  type: PaymentType,
  { card, bankAccount }: KnownMethod,
): ResolvedMethod | undefined {
  if (type === 'Card') return card && resolveSavedCard(card);
  return bankAccount && resolveSavedBankAccount(services, bankAccount);
}

function resolveSavedCard({ token, ...saved }: NonNullable<KnownMethod['card']>): ResolvedMethod {
  const { lastFour, brand, debitCredit, expiration } = saved;
  return {
    submitted: { type: 'Card', saved },
    snapshot: { type: 'Card', lastFour, brand, debitCredit, token, expiration },
    source: { kind: 'token', token },
  };
}

function resolveSavedBankAccount(
  services: Services,
  { ownerName, routingNumberSealed, accountNumberSealed, ...saved }: NonNullable<KnownMethod['bankAccount']>,
): ResolvedMethod {
  const { lastFour, bankName, accountType } = saved;
  const sealed = { routingNumberSealed, accountNumberSealed };
  const numbers = unsealNumbers(services, sealed, `saved-bank-account:${saved.profileId}`);
  return {
    submitted: { type: 'ACH', saved },
    snapshot: { type: 'ACH', lastFour, bankName, accountType },
    source: { kind: 'bankAccount', numbers: { ownerName, accountType, ...numbers } },
  };
}

/** Whether only the processor's page or fields may take card numbers. */
export function usesCardFields({ institution: { options } }: Pick<Services, 'institution'>): boolean {
  return options['paymentOptions.cardFieldsUrl'] !== '' || options['paymentOptions.stripePublishableKey'] !== '';
}

/**
 * Asks the processor what a token of its page stands for: the browser could claim anything.
 * Returns undefined if the processor doesn't know it.
 * @throws ProcessorUnavailable
 */
export async function readToken(
  services: Services,
  { token, debitCredit }: { readonly token: string; readonly debitCredit: DebitCredit },
): Promise<(TokenizedCard & CardToken) | undefined> {
  const found = usesCardFields(services) ? await services.cardProcessor.findCard(token) : undefined;
  return found && { ...found, debitCredit };
}

async function resolveToken(
  services: Services,
  method: { readonly token: string; readonly debitCredit: DebitCredit },
): Promise<Result<ResolvedMethod, SubmissionError>> {
  try {
    const card = await readToken(services, method);
    if (!card) return failure('Invalid');
    const { token, lastFour, brand, debitCredit, expiration } = card;
    return success({
      submitted: { type: 'Card', tokenized: card },
      snapshot: { type: 'Card', lastFour, brand, debitCredit, token, expiration },
      source: { kind: 'token', token },
    });
  } catch (error) {
    if (error instanceof ProcessorUnavailable) return failure('Connection');
    throw error;
  }
}

/** Refuses a number without a known brand, and all numbers where the processor's page takes them. */
function resolveCard(services: Services, card: CardEntry): Result<ResolvedMethod, SubmissionError> {
  const brand = findCardBrand(card.cardNumber);
  if (!brand || usesCardFields(services)) return failure('Invalid');
  const lastFour = card.cardNumber.slice(-4);
  return success({
    submitted: { type: 'Card', singleUse: card },
    snapshot: {
      type: 'Card',
      lastFour,
      brand,
      debitCredit: card.debitCredit,
      token: null,
      expiration: card.expiration,
    },
    source: { kind: 'card', card },
  });
}

async function resolveBankAccount(
  services: Services,
  { userId }: Pick<Session, 'userId'>,
  entry: BankAccountEntry,
  { known, keep }: MethodInUse,
): Promise<Result<ResolvedMethod, SubmissionError>> {
  const checked = { userId, account: JSON.stringify(entry) };
  const check = () => acceptBankAccount(services, entry, known.isBlocked);
  const bank = await limitRefusedAccounts(services, checked, check, keep);
  if (!bank.ok) return failure(submissionErrors[bank.error]);
  const { ownerName, accountType, routingNumber, accountNumber } = entry;
  return success({
    submitted: { type: 'ACH', singleUse: entry },
    snapshot: { type: 'ACH', lastFour: accountNumber.slice(-4), bankName: bank.value.name, accountType },
    source: { kind: 'bankAccount', numbers: { ownerName, accountType, routingNumber, accountNumber } },
  });
}

const submissionErrors: Readonly<Record<BankAccountError, SubmissionError>> = {
  RoutingNumberInvalid: 'RoutingNumberInvalid',
  RoutingNumberAchNotAllowed: 'RoutingNumberInvalid',
  RoutingAccountInvalidThirdParty: 'Invalid',
  RoutingAccountInvalidInternal: 'Invalid',
  Invalid: 'Invalid',
  Connection: 'Connection',
};

/** Per user; adding and checking both count. */
export const METHODS_TRIED_PER_HOUR = 30;

/** Per user, so patience doesn't make the check of bank accounts a directory of those that exist. */
export const METHODS_TRIED_PER_DAY = 60;

const limit = { max: METHODS_TRIED_PER_HOUR, withinSeconds: 3_600 };

const dailyLimit = { max: METHODS_TRIED_PER_DAY, withinSeconds: 24 * 3_600 };

/** Checks in progress, keyed by user and bank account. */
const running = new Map<string, Promise<{ readonly answer: { readonly ok: boolean } }>>();

/** The codes of P 8. `Invalid`: input that the form cannot send. `Connection`: the check gave no answer. */
export type BankAccountError =
  | 'RoutingNumberInvalid'
  | 'RoutingNumberAchNotAllowed'
  | 'RoutingAccountInvalidThirdParty'
  | 'RoutingAccountInvalidInternal'
  | 'Invalid'
  | 'Connection';

/**
 * Checks an account before it is saved or used: our rules, the bank directory, then the outside check.
 * @param isBlocked whether the bank blocked it, if that was read before
 */
export async function acceptBankAccount(
  services: Services,
  entry: BankAccountEntry,
  isBlocked?: boolean,
): Promise<Result<Bank, BankAccountError>> {
  const ruleError = findRuleError(services, entry);
  if (ruleError) return failure(ruleError);
  if (isBlocked ?? (await isBlockedAccount(services, services.database, entry))) {
    return failure('RoutingAccountInvalidInternal');
  }
  const bank = await services.routingDirectory.findBank(entry.routingNumber);
  if (!bank) return failure('RoutingNumberInvalid');
  if (!bank.achAllowed) return failure('RoutingNumberAchNotAllowed');
  try {
    const drawable = await services.bankAccountCheck.isDrawable(entry);
    return drawable ? success(bank) : failure('RoutingAccountInvalidThirdParty');
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    return failure('Connection');
  }
}

function findRuleError(services: Services, entry: BankAccountEntry): BankAccountError | undefined {
  const settings = paymentSettings(services);
  if (!isRoutingNumber(entry.routingNumber)) return 'RoutingNumberInvalid';
  const errors = validateBankAccount(entry, settings);
  if (errors.accountNumber) return 'RoutingAccountInvalidInternal';
  const typeAllowed = listBankAccountTypes(settings).includes(entry.accountType);
  return hasErrors(errors) || !typeAllowed ? 'Invalid' : undefined;
}

/**
 * Limits card testing and questions whether a bank account exists: many numbers tried, saved or only checked.
 * Throws Refusal 429 after too many within an hour or a day.
 */
export async function limitMethodsTried(services: Services, userId: number): Promise<void> {
  const counted = await countTries(services, [
    [`payment-methods:${userId}`, limit],
    [`payment-methods-of-day:${userId}`, dailyLimit],
  ]);
  if (!counted) throw new Refusal(429, 'TooManyRequests');
}

/**
 * Limits checks of single-use bank accounts. Each check is counted before it runs, so parallel ones can't share a
 * count; only refusals stay counted, because a payment may be resent until it is answered. Parallel copies of a payment
 * share one check until its count is given back.
 * @param account everything the check depends on
 * @param keep gets the count of an accepted account, to give it back with a transaction; the copies' isn't called
 * @throws Refusal 429 after too many refusals within an hour or a day
 */
export async function limitRefusedAccounts<Answer extends { readonly ok: boolean }>(
  services: Services,
  { userId, account }: { readonly userId: number; readonly account: string },
  check: () => Promise<Answer>,
  keep?: (counted: CountedTry) => void,
): Promise<Answer> {
  const key = `${userId}:${account}`;
  const copy = running.get(key);
  // Safe: the key includes everything that is checked.
  if (copy) return (await copy).answer as Answer;
  const end = () => running.delete(key);
  const checking = countAndCheck(services, userId, check);
  running.set(key, checking);
  let kept = false;
  try {
    const { answer, counted } = await checking;
    if (answer.ok && keep) {
      keep(untilGivenBack(counted, end));
      kept = true;
    } else if (answer.ok) await counted.giveBack();
    return answer;
  } finally {
    if (!kept) end();
  }
}

/** Counts first. Gives the count of a check back that fails technically. */
async function countAndCheck<Answer>(
  services: Services,
  userId: number,
  check: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly counted: CountedTry }> {
  const counted = await countTries(services, [
    [`bank-accounts-refused:${userId}`, limit],
    [`bank-accounts-refused-of-day:${userId}`, dailyLimit],
  ]);
  if (!counted) throw new Refusal(429, 'TooManyRequests');
  try {
    return { answer: await check(), counted };
  } catch (error) {
    await counted.giveBack();
    throw error;
  }
}

function untilGivenBack(counted: CountedTry, end: () => void): CountedTry {
  return {
    giveBack: () => counted.giveBack().finally(end),
    giveBackLate(transaction) {
      counted.giveBackLate(transaction);
      afterCommit(() => Promise.resolve(end()));
    },
  };
}
