import { randomUUID } from 'node:crypto';
import { failure, type Result, success } from '#common/core/results.ts';
import type { FollowUpStep, SecondFactor } from '#common/identity/sign-in.api.ts';
import {
  type AuthenticatorProof,
  checkAuthenticatorCode,
  forgetWrongAuthenticatorCodes,
} from '#server/identity/authenticator/check-authenticator-code.ts';
import {
  confirmRegistration,
  type ContactOnFile,
  findContactOnFile,
} from '#server/identity/credentials/registration-proof.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { CODE_MINUTES, composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { findTrouble } from '#server/messages/outbox-state.queries.ts';
import { securityAddressOf } from '#server/identity/users/security-addresses.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import { composeText } from '#server/messages/compose-text.ts';
import {
  checkSecurityCode,
  type CodeError,
  type CodeSent,
  createSecurityCode,
  forgetWrongCodes,
  type TooManyCodes,
  tooManyCodes,
} from '#server/identity/one-time/security-codes.ts';
import { findDevice, recordDeviceUse } from '#server/identity/sessions/devices.queries.ts';
import { rotateSession, type SessionTokens } from '#server/identity/sessions/sessions.queries.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { Services } from '#server/services.ts';
import { createChangePasswordToken } from './change-password-token.ts';
import { finishStep } from './follow-up.command.ts';
import { secondFactorOf } from './second-factor.ts';

const HIDDEN = '•••';

/**
 * Returns a code to send, or undefined if the second factor needs none. Counted per user, so signing in again doesn't
 * allow more attempts.
 */
export async function createSignInCode(
  services: Services,
  secondFactor: SecondFactor,
  user: { readonly userId: number },
  customer: HostCustomer,
): Promise<Result<string | undefined, 'MFANoEmail' | TooManyCodes>> {
  if (secondFactor === 'none' || secondFactor === 'authenticator') return success(undefined);
  if (secondFactor === 'email' && (await securityAddressOf(services, services.database, user.userId, customer)) === '')
    return failure('MFANoEmail');
  const code = await createSecurityCode(services, codeSubject(user.userId));
  return code === undefined ? failure(await tooManyCodes(services, codeSubject(user.userId))) : success(code);
}

export interface SignInCodeReader {
  readonly userId: number;
  readonly customer: HostCustomer;
  readonly secondFactor: SecondFactor;
  /** Texts the code to the phone on file, for a registration without an email address on file. */
  readonly contact: ContactOnFile | undefined;
}

/** Must be called before the transaction that sends the code. */
export async function findCodeContact(
  services: Services,
  secondFactor: SecondFactor,
  customer: HostCustomer,
): Promise<ContactOnFile | undefined> {
  return secondFactor === 'text' ? findContactOnFile(services, customer) : undefined;
}

export async function sendSignInCode(
  services: Services,
  transaction: Transaction,
  reader: SignInCodeReader,
  code: string,
): Promise<string> {
  const { userId, secondFactor } = reader;
  const occasion = `sign-in-code-${randomUUID()}`;
  const recipient = await recipientOf(services, transaction, reader);
  const message =
    secondFactor === 'text'
      ? composeText(services.institution, {
          key: 'signInText.code',
          occasion,
          recipient,
          userId,
          values: { code },
          usefulMinutes: CODE_MINUTES,
        })
      : composeMail(services.institution, {
          occasion,
          recipient,
          subject: { key: 'signInMail.codeSubject' },
          body: { key: 'signInMail.codeBody' },
          code,
        });
  if (message) await enqueueMessage(services, transaction, message, services.clock.now());
  return maskRecipient(recipient);
}

async function recipientOf(
  services: Services,
  transaction: Transaction,
  { userId, customer, secondFactor, contact }: SignInCodeReader,
): Promise<string> {
  return secondFactor === 'text' ? phoneOf(contact) : securityAddressOf(services, transaction, userId, customer);
}

function phoneOf(contact: ContactOnFile | undefined): string {
  return contact?.channel === 'text' ? contact.phone : '';
}

/**
 * Sends a new code, which replaces the last one.
 * @throws Refusal 403 for a user with an app: an email code can't replace it
 */
export async function resendCode(
  services: Services,
  session: Session,
): Promise<Result<CodeSent, 'MaxAttemptsReached' | TooManyCodes>> {
  const secondFactor = await secondFactorOf(services, session);
  if (secondFactor === 'authenticator') throw new Refusal(403, 'NotNow');
  const customer = await services.host.findCustomer(session.customerId);
  const code = await createSecurityCode(services, codeSubject(session.userId));
  if (code === undefined) return failure(await tooManyCodes(services, codeSubject(session.userId)));
  if (!customer) return failure('MaxAttemptsReached');
  const contact = await findCodeContact(services, secondFactor, customer);
  const reader = { userId: session.userId, customer, secondFactor, contact };
  return inTransaction(services.database, async (transaction) => {
    const recipient = await recipientOf(services, transaction, reader);
    const kind = secondFactor === 'text' ? 'signInText.code' : 'signInMail.codeBody';
    const trouble = await findTrouble(transaction, { recipient, kind });
    await sendSignInCode(services, transaction, reader, code);
    return success({ trouble });
  });
}

export interface CodeEntry {
  readonly session: Session;
  readonly code: string;
  /** The user chose not to be asked again on this device. */
  readonly trustDevice: boolean;
  readonly deviceToken: string | undefined;
  readonly userAgent: string;
  readonly ipAddress: string;
  readonly siteUrl: string;
}

export interface CodeAccepted {
  /** New ones: the tokens from before the code no longer work. */
  readonly tokens: SessionTokens;
  readonly deviceToken: string;
  readonly changePasswordToken: string;
  readonly steps: readonly FollowUpStep[];
}

/** The security-code step: the right code gives the session its real tokens. */
export async function acceptCode(services: Services, entry: CodeEntry): Promise<Result<CodeAccepted, CodeError>> {
  const { session } = entry;
  const { database, clock } = services;
  const checked = await checkCode(services, session, entry.code);
  if (!checked.ok) {
    await inTransaction(database, (transaction) =>
      services.audit.record(transaction, {
        event: 'security-code-refused',
        userId: session.userId,
        details: { code: checked.error, ipAddress: entry.ipAddress },
      }),
    );
    return checked;
  }
  const at = clock.now();
  const { by } = checked.value;
  const customer = by === 'email' || by === 'text' ? await services.host.findCustomer(session.customerId) : undefined;
  const known = entry.deviceToken ? await findDevice(database, session.userId, entry.deviceToken, at) : undefined;
  return success(
    await inTransaction(database, async (transaction) => {
      const device = await recordDeviceUse(transaction, {
        userId: session.userId,
        known,
        trusted: entry.trustDevice,
        userAgent: entry.userAgent,
        at,
      });
      const tokens = await rotateSession(transaction, session.sessionId, device.deviceId);
      if (customer && (by === 'email' || by === 'text')) {
        const proof = { userId: session.userId, customer, channel: by, siteUrl: entry.siteUrl };
        await confirmRegistration(services, transaction, proof);
      }
      const left = await finishStep(services, transaction, { ...entry, step: 'securityCode' });
      const changePasswordToken = await createChangePasswordToken(transaction, session, left, at);
      if (checked.value.by === 'recoveryCode') {
        await tellOfRecoveryCode(services, transaction, session, checked.value.recoveryCodesLeft);
      }
      return { tokens, deviceToken: device.token, changePasswordToken, steps: left };
    }),
  );
}

type CodeProof = { readonly by: 'email' | 'text' } | AuthenticatorProof;

async function checkCode(services: Services, session: Session, code: string): Promise<Result<CodeProof, CodeError>> {
  const secondFactor = await secondFactorOf(services, session);
  if (secondFactor === 'authenticator') return checkAuthenticatorCode(services, session.userId, code);
  const checked = await checkSecurityCode(services, codeSubject(session.userId), code);
  return checked.ok ? success({ by: secondFactor === 'text' ? 'text' : 'email' }) : checked;
}

async function tellOfRecoveryCode(
  services: Services,
  transaction: Transaction,
  { userId }: Session,
  left: number,
): Promise<void> {
  await services.audit.record(transaction, { event: 'recovery-code-used', userId, details: { left } });
  await tellSecurityChange(services, transaction, {
    userId,
    body: { key: 'securityMail.recoveryCodeUsedBody', values: { count: String(left) } },
  });
}

/** Reading the user's email proves their identity, so others' wrong codes no longer count. */
export async function forgetWrongSignInCodes(services: Services, userId: number): Promise<void> {
  await forgetWrongCodes(services, codeSubject(userId));
  await forgetWrongAuthenticatorCodes(services, userId);
}

function codeSubject(userId: number): string {
  return `sign-in:${userId}`;
}

/** Returns enough of an email address or phone number for its owner to recognize it: `m•••@example.com`, `••• 42`. */
function maskRecipient(recipient: string): string {
  if (recipient === '') return '';
  const [mailbox = '', domain] = recipient.split('@');
  const [first = ''] = mailbox;
  return domain === undefined ? `${HIDDEN} ${recipient.slice(-2)}` : `${first}${HIDDEN}@${domain}`;
}
