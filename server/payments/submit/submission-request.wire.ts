import { createHash, randomBytes } from 'node:crypto';
import type {
  AchSubmission,
  CardSubmission,
  RecurringAchSubmission,
  RecurringCardSubmission,
  RecurringDetails,
} from '#common/payments/payment-shapes.api.ts';
import { submissionKey } from '#common/payments/submission-outcome.api.ts';
import { bankAccountFromWire, sentCardFromWire } from '#common/payments/methods.wire.ts';
import { type Day, findDay } from '#common/core/dates.ts';
import { type Cents, fromWireAmount } from '#common/core/money.ts';
import type { PaymentFees } from '#common/payments/rules/fees.ts';
import type { BankAccountEntry, CardEntry, DebitCredit, PaymentType } from '#common/payments/rules/payment-types.ts';
import type { SubmissionPlan } from '#common/payments/rules/validate-submission.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';

export type SubmissionBody =
  | { readonly type: 'Card'; readonly timing: 'immediate' | 'scheduled'; readonly body: CardSubmission }
  | { readonly type: 'ACH'; readonly timing: 'immediate' | 'scheduled'; readonly body: AchSubmission }
  | { readonly type: 'Card'; readonly timing: 'recurring'; readonly body: RecurringCardSubmission }
  | { readonly type: 'ACH'; readonly timing: 'recurring'; readonly body: RecurringAchSubmission };

/** A submitted payment in our terms; not validated yet. */
export interface SubmissionRequest {
  readonly plan: SubmissionPlan;
  readonly loginName: string;
  readonly accountNumber: string;
  readonly accountType: number;
  readonly companyNumber: number;
  readonly payOn: Day;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly fees: PaymentFees;
  readonly isPayoff: boolean;
  readonly method: RequestedMethod;
  /** The token of the preview, if the client showed one. */
  readonly preview: string | null;
  readonly draftAgreementToken: string | null;
}

export type RequestedMethod =
  | { readonly type: PaymentType; readonly profileId: string }
  | { readonly type: 'Card'; readonly entry: CardEntry }
  | { readonly type: 'Card'; readonly token: string; readonly debitCredit: DebitCredit }
  | { readonly type: 'ACH'; readonly entry: BankAccountEntry };

/** Returns undefined if a day or amount is invalid, or the method was prepared for another loan. */
export function readSubmission(submission: SubmissionBody): SubmissionRequest | undefined {
  const { Payment: payment } = submission.body;
  const { Details: details } = payment;
  const method = readMethod(submission);
  const payOn = findDay(details.PaymentDate);
  const amountCents = fromWireAmount(details.PaymentAmount);
  const additionalPrincipalCents = fromWireAmount(details.AdditionalPrincipalAmount);
  const firstPartyCents = fromWireAmount(details.FirstPartyFee);
  const thirdPartyCents = fromWireAmount(details.ThirdPartyFee);
  if (!method || !payOn || amountCents === undefined || additionalPrincipalCents === undefined) return undefined;
  if (firstPartyCents === undefined || thirdPartyCents === undefined) return undefined;
  return {
    plan: readPlan(submission),
    loginName: payment.LogonName,
    accountNumber: details.LoanAccountNumber,
    accountType: payment.AccountType,
    companyNumber: details.Company,
    payOn,
    amountCents,
    additionalPrincipalCents,
    fees: { firstPartyCents, thirdPartyCents },
    isPayoff: payment.IsPayoff,
    method,
    preview: submission.body.Preview ?? null,
    draftAgreementToken:
      submission.timing === 'recurring' && submission.type === 'ACH'
        ? (submission.body.AchDraftAgreementToken ?? null)
        : null,
  };
}

function readPlan({ timing, body }: SubmissionBody): SubmissionPlan {
  return timing === 'recurring' ? recurringPlan(body.RecurringDetails) : { timing };
}

export function recurringPlan(details: RecurringDetails): Extract<SubmissionPlan, { timing: 'recurring' }> {
  return { timing: 'recurring', option: details.RecurringOption, daysBeforeDue: details.DaysBeforeDue };
}

function readMethod({ type, body }: SubmissionBody): RequestedMethod | undefined {
  const { Method: method } = body.Payment;
  if ('ProfileId' in method) return { type, profileId: method.ProfileId };
  if (method.LoanAccountNumber !== body.Payment.Details.LoanAccountNumber) return undefined;
  return 'DebitCreditType' in method
    ? { type: 'Card', ...sentCardFromWire(method) }
    : { type: 'ACH', entry: bankAccountFromWire(method) };
}

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

export interface SubmissionKey {
  /** Unique per user: the same key means the same payment. */
  readonly keyHash: Uint8Array;
  /** True if the visit is too old to start a payment. */
  readonly expired: boolean;
  /** The loan when the payment screen opened, for a submission while the host is down. */
  readonly seen: SeenLoan | null;
}

/**
 * Reads the idempotency key: the client's header, or the handle of the visit.
 * Returns undefined if the handle was made for another user or account, or the header is malformed.
 */
export function readKey(
  services: Services,
  session: Session,
  { submission, header, at }: { submission: SubmissionBody; header: string | undefined; at: Temporal.Instant },
): SubmissionKey | undefined {
  const { EncryptedData: sealed, Payment: payment } = submission.body;
  const handle = openHandle(services, session, payment.Details.LoanAccountNumber, sealed, at);
  if (!handle || (header !== undefined && !submissionKey.safeParse(header).success)) return undefined;
  const keyHash = header === undefined ? hashOf(`handle:${handle.nonce}`) : hashOfKey(header);
  return { keyHash, expired: handle.expired, seen: handle.seen };
}

export function hashOfKey(key: string): Uint8Array {
  return hashOf(`header:${key}`);
}

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/**
 * Returns a keyed hash of everything that defines a payment, without the handle and without the card's security code,
 * which must not be stored in any form.
 */
export function fingerprintOf(services: Services, { type, timing, body }: SubmissionBody): Uint8Array {
  const { Method: method, ...payment } = body.Payment;
  const kept = 'SecurityCode' in method ? { ...method, SecurityCode: '' } : method;
  const recurrence = timing === 'recurring' ? body.RecurringDetails : null;
  return services.cipher.blindIndex(JSON.stringify([type, timing, payment, kept, recurrence]), 'payment-request');
}
