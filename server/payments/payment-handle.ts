import { randomBytes, randomInt } from 'node:crypto';
import type { Day } from '#common/core/dates.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import type { Payment } from './payments.queries.ts';
import type { Recurring } from './schedules/recurring-payments.queries.ts';

/** Longer than any session lasts. */
export const HANDLE_MINUTES = 30;

/** The content of EncryptedData: sealed for one user, one account and the payment screen. */
export interface PaymentHandle {
  /** Serves as the key of a submission without an idempotency header. */
  readonly nonce: string;
  readonly expired: boolean;
  /** Null unless the institution takes payments while the host is down. */
  readonly seen: SeenLoan | null;
}

/** The customer's own loan, as the host described it when the payment screen opened. */
export interface SeenLoan {
  readonly customerId: string;
  readonly loan: HostLoan;
  readonly asOf: Day;
  /** Of the account's guard. Another one now means that the figures are out of date. */
  readonly version: number;
}

export function sealHandle(
  services: Services,
  session: Session,
  accountNumber: string,
  at: Temporal.Instant,
  seen: SeenLoan | null = null,
): string {
  const expiresAt = at.add({ minutes: HANDLE_MINUTES });
  const content = JSON.stringify([randomBytes(16).toString('base64url'), expiresAt.epochMilliseconds, seen]);
  return Buffer.from(services.cipher.encrypt(content, identityOf(session, accountNumber))).toString('base64url');
}

/** Returns undefined if it was altered or issued for another user, account or purpose. */
export function openHandle(
  services: Services,
  session: Session,
  accountNumber: string,
  handle: string,
  at: Temporal.Instant,
): PaymentHandle | undefined {
  let content: string;
  try {
    content = services.cipher.decrypt(Buffer.from(handle, 'base64url'), identityOf(session, accountNumber));
  } catch {
    return undefined;
  }
  const [nonce, expiresAt, seen] = JSON.parse(content) as [string, number, (SeenLoan | null)?];
  return { nonce, expired: at.epochMilliseconds > expiresAt, seen: seen ?? null };
}

function identityOf(session: Session, accountNumber: string): string {
  return `payment-handle:${session.userId}:${accountNumber}`;
}

/** The content of EncryptedString: a scheduled or recurring payment, sealed for one user and account. */
export interface PlannedPaymentHandle {
  readonly id: string;
  /** As the customer saw them. Others now mean that it was changed meanwhile. */
  readonly terms: string;
}

export function sealPlannedPaymentHandle(
  services: Pick<Services, 'cipher'>,
  session: Pick<Session, 'userId'>,
  accountNumber: string,
  { id, terms }: PlannedPaymentHandle,
): string {
  const content = JSON.stringify([id, terms]);
  return Buffer.from(services.cipher.encrypt(content, plannedIdentityOf(session, accountNumber))).toString('base64url');
}

/** Returns undefined if it was altered or issued for another user or account. */
export function openPlannedPaymentHandle(
  services: Pick<Services, 'cipher'>,
  session: Pick<Session, 'userId'>,
  accountNumber: string,
  handle: string,
): PlannedPaymentHandle | undefined {
  let content: string;
  try {
    content = services.cipher.decrypt(Buffer.from(handle, 'base64url'), plannedIdentityOf(session, accountNumber));
  } catch {
    return undefined;
  }
  const [id, terms] = JSON.parse(content) as [string, string];
  return { id, terms };
}

type ScheduledTerms = Pick<Payment, 'payOn' | 'amountCents' | 'feesCents' | 'methodType' | 'lastFour'>;

type TermsOfRecurring = Pick<
  Recurring,
  | 'recurrence'
  | 'nextOn'
  | 'amountCents'
  | 'additionalPrincipalCents'
  | 'paysTotalDue'
  | 'firstPartyFeeCents'
  | 'thirdPartyFeeCents'
  | 'method'
>;

/** What the customer agreed to, to tell whether it is still what they saw. */
export function termsOfScheduled({ payOn, amountCents, feesCents, methodType, lastFour }: ScheduledTerms): string {
  return JSON.stringify([payOn, amountCents, feesCents, methodType, lastFour]);
}

export function termsOfRecurring({ recurrence, nextOn, method, ...amounts }: TermsOfRecurring): string {
  return JSON.stringify([
    recurrence.option,
    recurrence.daysBeforeDue,
    nextOn,
    amounts.amountCents,
    amounts.additionalPrincipalCents,
    amounts.paysTotalDue,
    amounts.firstPartyFeeCents,
    amounts.thirdPartyFeeCents,
    method.type,
    method.lastFour,
  ]);
}

function plannedIdentityOf(session: Pick<Session, 'userId'>, accountNumber: string): string {
  return `planned-payment:${session.userId}:${accountNumber}`;
}

/** No lookalike characters, since customers read it out over the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns three groups of four, e.g. `7K3M-9QXT-42PD`: 59 random bits. The database refuses duplicates. */
export function createReferenceNumber(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}
