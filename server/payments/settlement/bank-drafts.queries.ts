import { draftAuthorizationTexts } from '#common/payments/rules/draft-authorization.ts';
import type { BankAccountType, PaymentTerms, PaymentTiming } from '#common/payments/rules/payment-types.ts';
import { fillText } from '#common/contract/fill-text.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { StandardEntryClass } from '#server/payments-network/nacha/bank-file.ts';
import { type LateRows, type Queryable, type Transaction, writeLate } from '#server/platform/db/database.ts';
import { insertMany } from '#server/platform/db/insert-many.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';
import {
  businessDayOnOrAfter,
  isPastCutoff,
  type NonPaymentCalendar,
  nextBusinessDay,
} from '#common/core/business-days.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import type { Payment } from '#server/payments/payments.queries.ts';

export interface BankAccountNumbers {
  readonly ownerName: string;
  readonly accountType: BankAccountType;
  readonly routingNumber: string;
  readonly accountNumber: string;
}

interface Draft {
  readonly amountCents: Cents;
  readonly numbers: BankAccountNumbers;
  readonly moment: Moment;
  /** Non-zero for a company, whose drafts use another entry class. */
  readonly companyNumber: number;
}

/**
 * Records a payment's bank draft; it leaves once the payment is posted. A payment made now joins today's file, or the
 * next business day's after the cut-off. A scheduled or recurring payment joins the file of its own day, whenever it is
 * submitted.
 */
export function recordDraft(
  services: Services,
  transaction: Transaction,
  payment: Pick<Payment, 'paymentId' | 'timing' | 'payOn'>,
  { amountCents, numbers, moment, companyNumber }: Draft,
): void {
  const { paymentId } = payment;
  const { ownerName, accountType } = numbers;
  insertAchEntry(transaction, {
    paymentId,
    fileOn: fileDayOf(services, payment, moment),
    amountCents,
    sec: companyNumber === 0 ? 'WEB' : 'CCD',
    ownerName,
    accountType,
    ...sealNumbers(services, numbers, `ach-entry:${paymentId}`),
    at: moment.at,
  });
}

/** The business day whose bank file takes an entry that is recorded now. */
export function fileDayOf(
  { institution: { calendar } }: Services,
  payment: Pick<Payment, 'timing' | 'payOn'>,
  { today, wallTime }: Moment,
): Day {
  return fileDayOn(calendar, payment, today, isPastCutoff(wallTime, calendar.achCutoff));
}

function fileDayOn(
  calendar: NonPaymentCalendar,
  { timing, payOn }: Pick<Payment, 'timing' | 'payOn'>,
  today: Day,
  late: boolean,
): Day {
  if (timing !== 'immediate') return businessDayOnOrAfter(payOn, calendar);
  return late ? nextBusinessDay(today, calendar) : businessDayOnOrAfter(today, calendar);
}

/**
 * The first day on which the customer's bank takes a draft: the effective day of its file. The loan is credited earlier,
 * on the day of the payment.
 */
export function bankTakesOn(
  { institution: { calendar } }: Pick<Services, 'institution'>,
  payment: Pick<Payment, 'timing' | 'payOn'>,
  { today, pastAchCutoff }: Pick<PaymentTerms, 'today' | 'pastAchCutoff'>,
): Day {
  return nextBusinessDay(fileDayOn(calendar, payment, today, pastAchCutoff), calendar);
}

interface NewAchEntry {
  readonly paymentId: string;
  /** The business day whose bank file includes it. */
  readonly fileOn: Day;
  readonly amountCents: Cents;
  readonly sec: StandardEntryClass;
  readonly ownerName: string;
  readonly accountType: BankAccountType;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
  readonly at: Temporal.Instant;
}

/** Written as the transaction ends. One per payment; the database rejects a second. */
function insertAchEntry(transaction: Transaction, entry: NewAchEntry): void {
  writeLate(transaction, newEntries, entry);
}

const newEntries: LateRows<NewAchEntry> = {
  statementsFor: (entries) => [
    insertMany(
      'ach_entries',
      entryColumns,
      entries.map((entry) => ({
        payment_id: entry.paymentId,
        file_on: entry.fileOn,
        amount_cents: entry.amountCents,
        sec: entry.sec,
        owner_name: entry.ownerName,
        account_type: entry.accountType,
        routing_number_sealed: entry.routingNumberSealed,
        account_number_sealed: entry.accountNumberSealed,
        created_at: entry.at.toString(),
      })),
    ),
  ],
};

const entryColumns = {
  payment_id: 'uuid',
  file_on: 'date',
  amount_cents: 'bigint',
  sec: 'text',
  owner_name: 'text',
  account_type: 'text',
  routing_number_sealed: 'bytea',
  account_number_sealed: 'bytea',
  created_at: 'timestamptz',
};

interface Authorized {
  /** The id of the payment, or of the recurring payment. */
  readonly authorized: string;
  readonly timing: PaymentTiming;
  /** Null for the amount due, which varies. */
  readonly totalCents: Cents | null;
  /** The first of a recurring payment's days. */
  readonly payOn: Day;
  readonly lastFour: string;
  readonly at: Temporal.Instant;
  readonly ipAddress: string;
}

interface NewAuthorization extends Omit<Authorized, 'timing'> {
  readonly userId: number;
  readonly customerId: string;
  readonly words: string;
}

/** Keeps, as the transaction ends, what the customer authorized by submitting a bank draft without an agreement. */
export function recordDraftAuthorization(
  institution: Institution,
  transaction: Transaction,
  { userId, customerId }: Pick<Session, 'userId' | 'customerId'>,
  { timing, ...authorized }: Authorized,
): void {
  const words = authorizationWords(institution, timing);
  writeLate(transaction, newAuthorizations, { ...authorized, userId, customerId, words });
}

/** As the confirm dialog says them. */
function authorizationWords({ texts, options }: Institution, timing: PaymentTiming): string {
  const phone = options['globalOptions.customerServicePhone'];
  return fillText(texts[draftAuthorizationTexts[timing]] ?? '', {
    payee: texts['shell.institutionName'] ?? '',
    servicePhone: phone === '' ? (texts['payWhy.callUs'] ?? '') : phone,
  });
}

const newAuthorizations: LateRows<NewAuthorization> = {
  statementsFor: (authorizations) => [
    insertMany(
      'draft_authorizations',
      authorizationColumns,
      authorizations.map((each) => ({
        authorized: each.authorized,
        user_id: each.userId,
        customer_id: each.customerId,
        words: each.words,
        total_cents: each.totalCents,
        pay_on: each.payOn,
        last_four: each.lastFour,
        authorized_at: each.at.toString(),
        ip_address: each.ipAddress,
      })),
    ),
  ],
};

const authorizationColumns = {
  authorized: 'uuid',
  user_id: 'bigint',
  customer_id: 'text',
  words: 'text',
  total_cents: 'bigint',
  pay_on: 'date',
  last_four: 'text',
  authorized_at: 'timestamptz',
  ip_address: 'text',
};

export async function cancelAchEntry(transaction: Transaction, paymentId: string): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .updateTable('ach_entries')
    .set({ state: 'cancelled', held_reason: null })
    .where('payment_id', '=', paymentId)
    .execute();
}

/** Returns the numbers that a payment draws on, as `unsealNumbers` takes them, or undefined for one without a draft. */
export async function findSealedNumbers(queryable: Queryable, paymentId: string) {
  return queryable
    .withTables<PaymentTables>()
    .selectFrom('ach_entries')
    .select(['routing_number_sealed as routingNumberSealed', 'account_number_sealed as accountNumberSealed'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

type Sealing = Pick<Services, 'cipher'>;

type Numbers = Pick<BankAccountNumbers, 'routingNumber' | 'accountNumber'>;

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

/** A later refusal replaces the earlier one, so that staff who release the account know the newest reason. */
export async function blockBankAccount(
  transaction: Transaction,
  blocked: { readonly accountIndex: Uint8Array; readonly code: string; readonly at: Temporal.Instant },
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .insertInto('blocked_bank_accounts')
    .values({ account_index: blocked.accountIndex, code: blocked.code, blocked_at: blocked.at.toString() })
    .onConflict((conflict) =>
      conflict.column('account_index').doUpdateSet({ code: blocked.code, blocked_at: blocked.at.toString() }),
    )
    .execute();
}

export interface BankAccountBlock {
  /** The return code of the bank. */
  readonly code: string;
  readonly blockedAt: Temporal.Instant;
}

export async function findBlock(queryable: Queryable, accountIndex: Uint8Array): Promise<BankAccountBlock | undefined> {
  return queryable
    .withTables<PaymentTables>()
    .selectFrom('blocked_bank_accounts')
    .select(['code', 'blocked_at as blockedAt'])
    .where('account_index', '=', accountIndex)
    .executeTakeFirst();
}

/** @returns false if the account is not blocked, or for another reason */
export async function deleteBlock(
  transaction: Transaction,
  accountIndex: Uint8Array,
  { code, blockedAt }: BankAccountBlock,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .withTables<PaymentTables>()
    .deleteFrom('blocked_bank_accounts')
    .where('account_index', '=', accountIndex)
    .where('code', '=', code)
    .where('blocked_at', '=', blockedAt)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
