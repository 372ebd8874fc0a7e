import { hasErrors } from '#common/core/field-errors.ts';
import { isRoutingNumber, listBankAccountTypes, validateBankAccount } from '#common/payments/rules/ach-rules.ts';
import type { BankAccountEntry } from '#common/payments/rules/payment-types.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import type { Bank } from '#server/payments-network/routing/routing-directory.ts';
import type { Services } from '#server/services.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { afterCommit, type Queryable } from '#server/platform/db/database.ts';
import { findBlock } from './payment-methods.queries.ts';
import { type CountedTry, countTries } from '#server/platform/http/request-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';

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

type Sealing = Pick<Services, 'cipher'>;

type Numbers = Pick<BankAccountEntry, 'routingNumber' | 'accountNumber'>;

export function sealNumbers(services: Sealing, numbers: Numbers, identity: string) {
  return {
    routingNumberSealed: services.cipher.encrypt(numbers.routingNumber, `${identity}:routing`),
    accountNumberSealed: services.cipher.encrypt(numbers.accountNumber, `${identity}:account`),
  };
}

/** Reverses `sealNumbers`. Throws if the numbers were sealed for another identity. */
export function unsealNumbers(
  services: Sealing,
  sealed: { readonly routingNumberSealed: Uint8Array; readonly accountNumberSealed: Uint8Array },
  identity: string,
) {
  return {
    routingNumber: services.cipher.decrypt(sealed.routingNumberSealed, `${identity}:routing`),
    accountNumber: services.cipher.decrypt(sealed.accountNumberSealed, `${identity}:account`),
  };
}

export function indexBankAccount(services: Sealing, numbers: Numbers): Uint8Array {
  return services.cipher.blindIndex(`${numbers.routingNumber}:${numbers.accountNumber}`, 'bank-account');
}

export async function isBlockedAccount(services: Sealing, queryable: Queryable, numbers: Numbers): Promise<boolean> {
  return (await findBlock(queryable, indexBankAccount(services, numbers))) !== undefined;
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
