import { failure, type Result, success } from '#common/core/results.ts';
import { findCardBrand } from '#common/payments/rules/card-rules.ts';
import type {
  BankAccountEntry,
  BankAccountType,
  CardEntry,
  DebitCredit,
  TokenizedCard,
} from '#common/payments/rules/payment-types.ts';
import type { SubmissionError, SubmittedMethod } from '#common/payments/rules/validate-submission.ts';
import { type CardToken, InformationRefused, ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { CountedTry } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';
import { type BankAccountError, acceptBankAccount, unsealNumbers, limitRefusedAccounts } from './check-bank-account.ts';
import {
  findSavedCard,
  findUsableBankAccount,
  type KnownMethod,
  type MethodReference,
  type SavedBankAccountRow,
  toSavedBankAccount,
  toSavedCard,
  type UsableCard,
} from './payment-methods.queries.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';
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

export interface BankAccountNumbers {
  readonly ownerName: string;
  readonly accountType: BankAccountType;
  readonly routingNumber: string;
  readonly accountNumber: string;
}

/** What a submission does differently from a look at a method. */
interface OfSubmission {
  /** As it has read the method, so it isn't read again. */
  readonly known: KnownMethod;
  /** Gets the counted check of an accepted account, to give it back with the payment. */
  readonly keep: (counted: CountedTry) => void;
}

export async function resolveMethod(
  services: Services,
  session: Pick<Session, 'userId'>,
  method: RequestedMethod,
  submission?: OfSubmission,
): Promise<Result<ResolvedMethod, SubmissionError>> {
  if ('profileId' in method) {
    const saved = await resolveSaved(services, session, method, submission?.known);
    return saved ? success(saved) : failure('Invalid');
  }
  if ('token' in method) return resolveToken(services, method);
  return method.type === 'Card'
    ? resolveCard(services, method.entry)
    : resolveBankAccount(services, session, method.entry, submission);
}

async function resolveSaved(
  services: Services,
  { userId }: Pick<Session, 'userId'>,
  { type, profileId }: MethodReference,
  known: KnownMethod | undefined,
): Promise<ResolvedMethod | undefined> {
  const { database } = services;
  if (type === 'Card') return resolveSavedCard(known ? known.card : await findSavedCard(database, userId, profileId));
  const row = known ? known.bankAccount : await findUsableBankAccount(database, userId, profileId);
  return resolveSavedBankAccount(services, row);
}

function resolveSavedCard(row: UsableCard | undefined): ResolvedMethod | undefined {
  if (!row) return undefined;
  const saved = toSavedCard(row);
  const { lastFour, brand, debitCredit } = saved;
  return {
    submitted: { type: 'Card', saved },
    snapshot: { type: 'Card', lastFour, brand, debitCredit, token: row.card_token, expiration: saved.expiration },
    source: { kind: 'token', token: row.card_token },
  };
}

function resolveSavedBankAccount(services: Services, row: SavedBankAccountRow | undefined): ResolvedMethod | undefined {
  if (!row) return undefined;
  const saved = toSavedBankAccount(row);
  const { lastFour, bankName, accountType } = saved;
  const sealed = { routingNumberSealed: row.routing_number_sealed, accountNumberSealed: row.account_number_sealed };
  const numbers = unsealNumbers(services, sealed, `saved-bank-account:${row.profile_id}`);
  return {
    submitted: { type: 'ACH', saved },
    snapshot: { type: 'ACH', lastFour, bankName, accountType },
    source: {
      kind: 'bankAccount',
      numbers: {
        ownerName: row.owner_name,
        accountType,
        ...numbers,
      },
    },
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
  submission: OfSubmission | undefined,
): Promise<Result<ResolvedMethod, SubmissionError>> {
  const checked = { userId, account: JSON.stringify(entry) };
  const check = () => acceptBankAccount(services, entry, submission?.known.isBlocked);
  const bank = await limitRefusedAccounts(services, checked, check, submission?.keep);
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

export type VaultError = 'InvalidInfo' | 'Connection';

/**
 * Sends a card to the vault, without the address, which it doesn't need.
 * @param returnUrl where the page of a confirmation leads back to; undefined if none can be shown
 */
export async function tokenize(
  services: Services,
  card: CardEntry,
  returnUrl?: string,
): Promise<Result<CardToken, VaultError>> {
  const { cardNumber, securityCode, expiration, firstName, lastName, zipCode } = card;
  try {
    const details = { cardNumber, securityCode, expiration, firstName, lastName, zipCode };
    return success(await services.cardProcessor.tokenize(details, returnUrl));
  } catch (error) {
    if (error instanceof InformationRefused) return failure('InvalidInfo');
    if (error instanceof ProcessorUnavailable) return failure('Connection');
    throw error;
  }
}
