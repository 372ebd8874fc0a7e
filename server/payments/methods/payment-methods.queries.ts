import type { Selectable } from 'kysely';
import type {
  BankAccountType,
  CardBrand,
  DebitCredit,
  DefaultMethod,
  PaymentType,
  SavedBankAccount,
  SavedCard,
  SavedMethod,
} from '#common/payments/rules/payment-types.ts';
import type { KnownMethod } from '#server/payments/submit/submission.queries.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables, SavedBankAccountsTable, SavedCardsTable } from '#server/payments/payment-tables.ts';

/** Far above the number any user has. */
const MAX_METHODS = 100;

export interface NewSavedCard {
  readonly profileId: string;
  readonly userId: number;
  readonly token: string;
  readonly fingerprint: string;
  readonly brand: CardBrand;
  readonly lastFour: string;
  readonly debitCredit: DebitCredit;
  readonly expiration: string;
  readonly at: Temporal.Instant;
}

export interface NewSavedBankAccount {
  readonly profileId: string;
  readonly userId: number;
  readonly accountType: BankAccountType;
  readonly ownerName: string;
  readonly bankName: string;
  readonly lastFour: string;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
  readonly accountIndex: Uint8Array;
  readonly at: Temporal.Instant;
}

/** Returns false if the user already saved the card. */
export async function insertSavedCard(queryable: Queryable, card: NewSavedCard): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queryable
    .withTables<PaymentTables>()
    .insertInto('saved_cards')
    .values({
      profile_id: card.profileId,
      user_id: card.userId,
      card_token: card.token,
      card_fingerprint: card.fingerprint,
      brand: card.brand,
      last_four: card.lastFour,
      debit_credit: card.debitCredit,
      expiration: card.expiration,
      created_at: card.at.toString(),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'card_fingerprint']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false if the user already saved the account. */
export async function insertSavedBankAccount(queryable: Queryable, account: NewSavedBankAccount): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queryable
    .withTables<PaymentTables>()
    .insertInto('saved_bank_accounts')
    .values({
      profile_id: account.profileId,
      user_id: account.userId,
      account_type: account.accountType,
      owner_name: account.ownerName,
      bank_name: account.bankName,
      last_four: account.lastFour,
      routing_number_sealed: account.routingNumberSealed,
      account_number_sealed: account.accountNumberSealed,
      account_index: account.accountIndex,
      created_at: account.at.toString(),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_index']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns the saved method of a bank account. */
export async function findSavedByIndex(
  queryable: Queryable,
  userId: number,
  accountIndex: Uint8Array,
): Promise<string | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('saved_bank_accounts')
    .select('profile_id')
    .where('user_id', '=', userId)
    .where('account_index', '=', accountIndex)
    .executeTakeFirst();
  return row?.profile_id;
}

/** Cards first, then in the order saved. */
export async function listSavedMethods(queryable: Queryable, userId: number): Promise<SavedMethod[]> {
  const tables = queryable.withTables<PaymentTables>();
  const cards = await tables
    .selectFrom('saved_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(MAX_METHODS)
    .execute();
  const accounts = await tables
    .selectFrom('saved_bank_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(MAX_METHODS)
    .execute();
  return [...cards.map(toSavedCard), ...accounts.map(toSavedBankAccount)];
}

type SavedCardRow = Selectable<SavedCardsTable>;
type SavedBankAccountRow = Selectable<SavedBankAccountsTable>;

/** Returns undefined for a foreign or missing card. */
export async function findSavedCard(
  queryable: Queryable,
  userId: number,
  profileId: string,
): Promise<SavedCardRow | undefined> {
  return queryable
    .withTables<PaymentTables>()
    .selectFrom('saved_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
}

/** Returns undefined for a foreign or missing account. */
export async function findSavedBankAccount(
  queryable: Queryable,
  userId: number,
  profileId: string,
): Promise<SavedBankAccountRow | undefined> {
  return queryable
    .withTables<PaymentTables>()
    .selectFrom('saved_bank_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
}

/** Reads a saved method that is about to be used; a blocked bank account is none. */
export async function readKnownMethod(
  queryable: Queryable,
  userId: number,
  { type, profileId }: MethodReference,
): Promise<KnownMethod> {
  if (type === 'Card') {
    const card = await findSavedCard(queryable, userId, profileId);
    return card ? { card: { ...toSavedCard(card), token: card.card_token } } : {};
  }
  const account = await queryable
    .withTables<PaymentTables>()
    .selectFrom('saved_bank_accounts as saved')
    .leftJoin('blocked_bank_accounts as blocked', 'blocked.account_index', 'saved.account_index')
    .selectAll('saved')
    .where('saved.user_id', '=', userId)
    .where('saved.profile_id', '=', profileId)
    .where('blocked.account_index', 'is', null)
    .executeTakeFirst();
  if (!account) return {};
  return {
    bankAccount: {
      ...toSavedBankAccount(account),
      ownerName: account.owner_name,
      routingNumberSealed: account.routing_number_sealed,
      accountNumberSealed: account.account_number_sealed,
    },
  };
}

export type MethodReference = Pick<DefaultMethod, 'type' | 'profileId'>;

/** Keeps it from being deleted until the transaction ends. Returns false if the user has no such method. */
export async function holdSavedMethod(
  transaction: Transaction,
  userId: number,
  method: MethodReference,
): Promise<boolean> {
  const row = await selectMethod(transaction, userId, method).forKeyShare().executeTakeFirst();
  return row !== undefined;
}

/** Keeps it from being changed or used until the transaction ends. */
export async function lockSavedMethod(
  transaction: Transaction,
  userId: number,
  method: MethodReference,
): Promise<void> {
  await selectMethod(transaction, userId, method).forUpdate().execute();
}

function selectMethod(transaction: Transaction, userId: number, { type, profileId }: MethodReference) {
  return transaction
    .withTables<PaymentTables>()
    .selectFrom(tableOf(type))
    .select('profile_id')
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId);
}

/**
 * Keeps a saved bank account as it was read until the transaction ends. Returns false if the user has it no longer, or
 * its bank has replaced its numbers.
 */
export async function holdSavedAccount(
  transaction: Transaction,
  userId: number,
  { profileId, accountIndex }: { readonly profileId: string; readonly accountIndex: Uint8Array },
): Promise<boolean> {
  const row = await transaction
    .withTables<PaymentTables>()
    .selectFrom('saved_bank_accounts')
    .select('profile_id')
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('account_index', '=', accountIndex)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Also removes it as a default. Returns false if the user has no such method. */
export async function deleteSavedMethod(
  queryable: Queryable,
  userId: number,
  method: MethodReference,
): Promise<boolean> {
  const { numDeletedRows } = await queryable
    .withTables<PaymentTables>()
    .deleteFrom(tableOf(method.type))
    .where('user_id', '=', userId)
    .where('profile_id', '=', method.profileId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function saveDefaultMethod(
  queryable: Queryable,
  loan: { readonly userId: number; readonly accountNumber: string },
  method: MethodReference,
): Promise<void> {
  const profiles = {
    card_profile_id: method.type === 'Card' ? method.profileId : null,
    bank_profile_id: method.type === 'ACH' ? method.profileId : null,
  };
  await queryable
    .withTables<PaymentTables>()
    .insertInto('default_payment_methods')
    .values({ user_id: loan.userId, account_number: loan.accountNumber, ...profiles })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_number']).doUpdateSet(profiles))
    .execute();
}

/** Returns false if the loan had none. */
export async function deleteDefaultMethod(
  queryable: Queryable,
  userId: number,
  accountNumber: string,
): Promise<boolean> {
  const { numDeletedRows } = await queryable
    .withTables<PaymentTables>()
    .deleteFrom('default_payment_methods')
    .where('user_id', '=', userId)
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

function toSavedCard(row: SavedCardRow): SavedCard {
  return {
    type: 'Card',
    profileId: row.profile_id,
    brand: row.brand,
    lastFour: row.last_four,
    debitCredit: row.debit_credit,
    expiration: row.expiration,
  };
}

function toSavedBankAccount(row: SavedBankAccountRow): SavedBankAccount {
  return {
    type: 'ACH',
    profileId: row.profile_id,
    accountType: row.account_type,
    lastFour: row.last_four,
    bankName: row.bank_name,
  };
}

function tableOf(type: PaymentType): 'saved_cards' | 'saved_bank_accounts' {
  return type === 'Card' ? 'saved_cards' : 'saved_bank_accounts';
}
