import { tokenize, type VaultError } from '#server/payments/settlement/charge-card.ts';
import { indexBankAccount, sealNumbers } from '#server/payments/settlement/bank-drafts.queries.ts';
import { randomUUID } from 'node:crypto';
import type { AchMethodBody, CardMethodBody, TokenizedCardBody } from '#common/payments/payment-shapes.api.ts';
import { bankAccountFromWire, sentCardFromWire } from '#common/payments/methods.wire.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { methodPermissions } from '#common/payments/rules/availability.ts';
import { validateCard } from '#common/payments/rules/card-rules.ts';
import { isCardExpired } from '#common/payments/rules/card-life.ts';
import type { CardEntry, PaymentType, TokenizedCard } from '#common/payments/rules/payment-types.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import {
  deleteDefaultMethod,
  deleteSavedMethod,
  findSavedByIndex,
  holdSavedMethod,
  insertSavedBankAccount,
  type MethodReference,
  saveDefaultMethod,
} from './payment-methods.queries.ts';
import { beginConfirmation } from './card-setup.command.ts';
import type { CardSetupRow } from './card-setups.queries.ts';
import { insertCard, type MethodOwner, recordMethodEvent, tellNewMethod } from './insert-card.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { stopPaymentsOf } from './payments-of-method.ts';
import { type CardSetup, type CardToken, ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import {
  readToken,
  usesCardFields,
  type BankAccountError,
  acceptBankAccount,
  limitMethodsTried,
} from './submission-method.ts';

/** Customers of some companies may save no methods. */
export type PermittedOwner = MethodOwner & Pick<Session, 'companyNumber'>;

export type SaveMethodError = BankAccountError | VaultError | 'AlreadyExists' | 'NotAllowed';

/** A card that is saved, or that the customer has to confirm first. */
type TakenCard = { readonly profileId: string } | { readonly setup: CardSetupRow };

/**
 * Saves a card through the vault. Its number and security code are sent only there. Returns what the customer has to
 * confirm first, if the bank wants that.
 * @param returnUrl where the page of a confirmation leads back to; undefined if none can be shown
 */
export async function saveCard(
  services: Services,
  owner: PermittedOwner,
  body: CardMethodBody | TokenizedCardBody,
  returnUrl?: string,
): Promise<Result<TakenCard, SaveMethodError>> {
  if (!maySave('Card', services, owner)) return failure('NotAllowed');
  const sent = sentCardFromWire(body);
  const vaulted = await ('token' in sent
    ? takeToken(services, owner, sent)
    : takeCard(services, owner, sent.entry, returnUrl));
  if (!vaulted.ok) return vaulted;
  const { confirmUrl, ...card } = vaulted.value;
  if (confirmUrl !== undefined) {
    const setup = await beginConfirmation(services, owner, { ...card, confirmUrl });
    return setup ? success({ setup }) : failure('InvalidInfo');
  }
  const profileId = randomUUID();
  const isNew = await inTransaction(services.database, (transaction) =>
    insertCard(services, transaction, owner, { ...card, profileId }),
  );
  return isNew ? success({ profileId }) : failure('AlreadyExists');
}

type VaultedCard = TokenizedCard & CardToken;

async function takeCard(
  services: Services,
  owner: PermittedOwner,
  card: CardEntry,
  returnUrl: string | undefined,
): Promise<Result<VaultedCard, SaveMethodError>> {
  if (usesCardFields(services) && owner.isSeeded !== true) return failure('NotAllowed');
  if (!isAcceptable(services, card)) return failure('Invalid');
  await limitMethodsTried(services, owner.userId);
  const token = await tokenize(services, card, returnUrl);
  if (!token.ok) return token;
  const { debitCredit, expiration } = card;
  return success({ ...token.value, debitCredit, expiration });
}

async function takeToken(
  services: Services,
  owner: PermittedOwner,
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
  owner: PermittedOwner,
  body: AchMethodBody,
): Promise<Result<string, SaveMethodError>> {
  if (!maySave('ACH', services, owner)) return failure('NotAllowed');
  await limitMethodsTried(services, owner.userId);
  const entry = bankAccountFromWire(body);
  const accountIndex = indexBankAccount(services, entry);
  const known = await findSavedByIndex(services.database, owner.userId, accountIndex);
  if (known !== undefined) return failure('AlreadyExists');
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

export async function tryBankAccount(
  services: Services,
  owner: PermittedOwner,
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
  owner: PermittedOwner,
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
  owner: PermittedOwner,
  accountNumber: string,
): Promise<void> {
  await inTransaction(services.database, async (transaction) => {
    if (!(await deleteDefaultMethod(transaction, owner.userId, accountNumber))) return;
    await recordMethodEvent(services, transaction, 'default-payment-method-removed', owner);
  });
}

function maySave(type: PaymentType, services: Services, owner: PermittedOwner): boolean {
  return methodPermissions(type, paymentSettings(services), owner.companyNumber).maySave;
}

function isAcceptable(services: Services, card: CardEntry): boolean {
  const settings = paymentSettings(services);
  const kindAllowed = card.debitCredit === 'DebitCard' || !settings.debitOnly;
  return kindAllowed && !hasErrors(validateCard(card, settings, services.clock.today()));
}
