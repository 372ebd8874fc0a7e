import type { FilledText } from '#common/contract/all-texts.ts';
import { randomUUID } from 'node:crypto';
import type { AchMethodBody, CardMethodBody, TokenizedCardBody } from '#common/payments/payment-shapes.api.ts';
import { bankAccountFromWire, sentCardFromWire } from '#common/payments/payments.wire.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { methodPermissions } from '#common/payments/rules/availability.ts';
import { isCardExpired, validateCard } from '#common/payments/rules/card-rules.ts';
import type { CardEntry, PaymentType, TokenizedCard } from '#common/payments/rules/payment-types.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import type { Services } from '#server/services.ts';
import {
  type BankAccountError,
  acceptBankAccount,
  indexBankAccount,
  sealNumbers,
  limitMethodsTried,
} from './check-bank-account.ts';
import {
  deleteDefaultMethod,
  deleteSavedMethod,
  hasSavedBankAccount,
  holdSavedMethod,
  insertSavedBankAccount,
  insertSavedCard,
  type MethodReference,
  saveDefaultMethod,
} from './payment-methods.queries.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { stopPaymentsOf } from './payments-of-method.ts';
import { type CardSetup, type CardToken, ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import { readToken, tokenize, usesCardFields, type VaultError } from './submission-method.ts';

export type SaveMethodError = BankAccountError | VaultError | 'AlreadyExists' | 'NotAllowed';

/** The demonstration saves methods without a session. */
export type MethodOwner = Pick<Session, 'userId' | 'companyNumber'> & {
  /** True for demonstration data: no mail is sent. */
  readonly isSeeded?: boolean;
};

/** Saves a card through the vault. Its number and security code are sent only there. */
export async function saveCard(
  services: Services,
  owner: MethodOwner,
  body: CardMethodBody | TokenizedCardBody,
): Promise<Result<string, SaveMethodError>> {
  if (!maySave('Card', services, owner)) return failure('NotAllowed');
  const sent = sentCardFromWire(body);
  const vaulted = await ('token' in sent ? takeToken(services, owner, sent) : takeCard(services, owner, sent.entry));
  if (!vaulted.ok) return vaulted;
  const { token, fingerprint, brand, lastFour, debitCredit, expiration } = vaulted.value;
  const profileId = randomUUID();
  const isNew = await inTransaction(services.database, async (transaction) => {
    const inserted = await insertSavedCard(transaction, {
      profileId,
      userId: owner.userId,
      token,
      fingerprint,
      brand,
      lastFour,
      debitCredit,
      expiration,
      at: services.clock.now(),
    });
    if (inserted) {
      await recordMethodEvent(services, transaction, 'payment-method-added', owner, 'Card');
      await tellNewMethod(services, transaction, owner, {
        key: 'securityMail.cardAddedBody',
        values: { lastFour },
      });
    }
    return inserted;
  });
  return isNew ? success(profileId) : failure('AlreadyExists');
}

type VaultedCard = TokenizedCard & CardToken;

async function takeCard(
  services: Services,
  owner: MethodOwner,
  card: CardEntry,
): Promise<Result<VaultedCard, SaveMethodError>> {
  if (usesCardFields(services) && owner.isSeeded !== true) return failure('NotAllowed');
  if (!isAcceptable(services, card)) return failure('Invalid');
  await limitMethodsTried(services, owner.userId);
  const token = await tokenize(services, card);
  if (!token.ok) return token;
  const { debitCredit, expiration } = card;
  return success({ ...token.value, debitCredit, expiration });
}

async function takeToken(
  services: Services,
  owner: MethodOwner,
  { token, debitCredit }: Pick<TokenizedCard, 'token' | 'debitCredit'>,
): Promise<Result<VaultedCard, SaveMethodError>> {
  await limitMethodsTried(services, owner.userId);
  try {
    const card = await readToken(services, { token, debitCredit });
    const { cardBrands, debitOnly } = paymentSettings(services);
    const isTaken = card && cardBrands.includes(card.brand) && (debitCredit === 'DebitCard' || !debitOnly);
    if (!isTaken || isCardExpired(card.expiration, services.clock.today())) return failure('Invalid');
    return success(card);
  } catch (error) {
    if (error instanceof ProcessorUnavailable) return failure('Connection');
    throw error;
  }
}

/** Begins to store a card that the processor's own fields in the portal's form take. */
export async function beginCardSetup(
  services: Services,
  { userId }: Pick<Session, 'userId'>,
): Promise<Result<CardSetup, 'NotAllowed' | 'Connection'>> {
  const { cardProcessor, institution } = services;
  if (institution.options['paymentOptions.stripePublishableKey'] === '' || !cardProcessor.beginSetup) {
    return failure('NotAllowed');
  }
  await limitMethodsTried(services, userId);
  try {
    return success(await cardProcessor.beginSetup());
  } catch (error) {
    if (error instanceof ProcessorUnavailable) return failure('Connection');
    throw error;
  }
}

/** Saves a bank account with its numbers sealed; personal customers only (P 6). */
export async function saveBankAccount(
  services: Services,
  owner: MethodOwner,
  body: AchMethodBody,
): Promise<Result<string, SaveMethodError>> {
  if (!maySave('ACH', services, owner)) return failure('NotAllowed');
  await limitMethodsTried(services, owner.userId);
  const entry = bankAccountFromWire(body);
  const accountIndex = indexBankAccount(services, entry);
  if (await hasSavedBankAccount(services.database, owner.userId, accountIndex)) return failure('AlreadyExists');
  const checked = await acceptBankAccount(services, entry);
  if (!checked.ok) return checked;
  const profileId = randomUUID();
  const isNew = await inTransaction(services.database, async (transaction) => {
    const inserted = await insertSavedBankAccount(transaction, {
      profileId,
      userId: owner.userId,
      accountType: entry.accountType,
      ownerName: entry.ownerName,
      bankName: checked.value.name,
      lastFour: entry.accountNumber.slice(-4),
      ...sealNumbers(services, entry, `saved-bank-account:${profileId}`),
      accountIndex,
      at: services.clock.now(),
    });
    if (inserted) {
      await recordMethodEvent(services, transaction, 'payment-method-added', owner, 'ACH');
      await tellNewMethod(services, transaction, owner, {
        key: 'securityMail.bankAccountAddedBody',
        values: { lastFour: entry.accountNumber.slice(-4), bank: checked.value.name },
      });
    }
    return inserted;
  });
  return isNew ? success(profileId) : failure('AlreadyExists');
}

async function tellNewMethod(
  services: Services,
  transaction: Transaction,
  { userId, isSeeded = false }: MethodOwner,
  body: FilledText<'securityMail.cardAddedBody' | 'securityMail.bankAccountAddedBody'>,
): Promise<void> {
  if (isSeeded) return;
  await tellSecurityChange(services, transaction, { userId, subject: 'securityMail.methodSubject', body });
}

export async function tryBankAccount(
  services: Services,
  owner: MethodOwner,
  body: AchMethodBody,
): Promise<Result<void, BankAccountError | 'NotAllowed'>> {
  const permissions = methodPermissions('ACH', paymentSettings(services), owner.companyNumber);
  if (!permissions.maySave && !permissions.mayUseOnce) return failure('NotAllowed');
  await limitMethodsTried(services, owner.userId);
  const checked = await acceptBankAccount(services, bankAccountFromWire(body));
  return checked.ok ? success(undefined) : checked;
}

/**
 * Deletes a saved method. With `stop`, also stops every payment drawn from it, all or none. Other payments keep their
 * own copy of the method.
 */
export async function removeMethod(
  services: Services,
  session: Session,
  method: MethodReference,
  { stop }: { readonly stop: boolean },
): Promise<Result<void, SubmissionError>> {
  const moment = services.clock.moment();
  return inTransaction(services.database, async (transaction) => {
    const stopped = stop ? await stopPaymentsOf(services, transaction, session, method, moment) : success(undefined);
    if (!stopped.ok) return stopped;
    if (!(await deleteSavedMethod(transaction, session.userId, method))) return failure('Deleting');
    await recordMethodEvent(services, transaction, 'payment-method-deleted', session, method.type);
    return success(undefined);
  });
}

/** Makes a saved method the default for payments of a loan (P 4). The contract gates whether defaults are allowed. */
export async function setDefaultMethod(
  services: Services,
  owner: MethodOwner,
  accountNumber: string,
  method: MethodReference,
): Promise<Result<void, 'Invalid'>> {
  if (!maySave(method.type, services, owner)) return failure('Invalid');
  return inTransaction(services.database, async (transaction) => {
    if (!(await holdSavedMethod(transaction, owner.userId, method))) return failure('Invalid');
    await saveDefaultMethod(transaction, { userId: owner.userId, accountNumber }, method);
    await recordMethodEvent(services, transaction, 'default-payment-method-set', owner, method.type);
    return success(undefined);
  });
}

/** Succeeds without a default, and also when the institution no longer allows defaults. */
export async function removeDefaultMethod(
  services: Services,
  owner: MethodOwner,
  accountNumber: string,
): Promise<void> {
  await inTransaction(services.database, async (transaction) => {
    if (!(await deleteDefaultMethod(transaction, owner.userId, accountNumber))) return;
    await recordMethodEvent(services, transaction, 'default-payment-method-removed', owner);
  });
}

function maySave(type: PaymentType, services: Services, owner: MethodOwner): boolean {
  return methodPermissions(type, paymentSettings(services), owner.companyNumber).maySave;
}

function isAcceptable(services: Services, card: CardEntry): boolean {
  const settings = paymentSettings(services);
  const kindAllowed = card.debitCredit === 'DebitCard' || !settings.debitOnly;
  return kindAllowed && !hasErrors(validateCard(card, settings, services.clock.today()));
}

async function recordMethodEvent(
  services: Services,
  transaction: Transaction,
  event: string,
  owner: MethodOwner,
  method?: PaymentType,
): Promise<void> {
  const details = method === undefined ? {} : { method };
  await services.audit.record(transaction, { event, userId: owner.userId, details });
}
