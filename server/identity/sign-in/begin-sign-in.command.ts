import type { FollowUpStep, SecondFactor } from '#common/identity/sign-in.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { listNeededAgreements } from '#common/identity/rules/needed-agreements.ts';
import { type AgreementRecord, listAgreementRecords } from '#server/institution/agreements/agreements.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Cookies } from '#server/platform/http/endpoint.ts';
import type { TooManyCodes } from '#server/identity/one-time/security-codes.ts';
import { findDevice, recordDeviceUse } from '#server/identity/sessions/devices.queries.ts';
import { sealCustomer } from '#server/identity/sessions/known-customer.ts';
import { createSession, endSession, type SessionTokens } from '#server/identity/sessions/sessions.queries.ts';
import { holdPassword, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { Services } from '#server/services.ts';
import { createChangePasswordToken } from './change-password-token.ts';
import { listFollowUpSteps } from './follow-up-steps.ts';
import { recordSignIn } from './follow-up.command.ts';
import { secondFactorOf } from './second-factor.ts';
import { createSignInCode, findCodeContact, sendSignInCode } from './security-code.command.ts';
import { confirmsIdentity, hasTwoFactors, type SignInProof } from './sign-in-proof.ts';
import { type Login, listLogins } from './sign-in.queries.ts';

/** A user who has passed the first proof, such as the password. */
export interface SignInStart {
  readonly user: PortalUser;
  readonly customer: HostCustomer;
  readonly proof: SignInProof;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly previousCookie: string | undefined;
  /** The device cookie for this user, if any. */
  readonly deviceToken: string | undefined;
}

export interface BegunSignIn {
  readonly user: PortalUser;
  readonly customer: HostCustomer;
  /** Steps left; the session opens accounts once there are none. */
  readonly steps: readonly FollowUpStep[];
  /** While `steps` includes a security code, `userToken` only identifies the pending sign-in (C-044). */
  readonly tokens: SessionTokens;
  readonly secondFactor: SecondFactor;
  /** Masked; empty if no code was sent. */
  readonly codeSentTo: string;
  readonly isTrustedDevice: boolean;
  /** The device cookie's next value; undefined while a security code is required. */
  readonly nextDeviceToken: string | undefined;
  /** Empty unless the change-password step is next. */
  readonly changePasswordToken: string;
  readonly agreed: readonly AgreementRecord[];
  readonly previousLogin: Login | undefined;
}

/** `Invalid`: the password was changed during sign-in. */
export type BeginError = 'Invalid' | 'MFANoEmail' | TooManyCodes;

/** Opens a session with the follow-up steps that apply. The sign-in is recorded only once no step is left. */
export async function beginSignIn(services: Services, start: SignInStart): Promise<Result<BegunSignIn, BeginError>> {
  const { user, customer, proof, ipAddress } = start;
  const { database } = services;
  const at = services.clock.now();
  const known = start.deviceToken ? await findDevice(database, user.userId, start.deviceToken, at) : undefined;
  const isTrustedDevice = known?.trusted === true;
  const secondFactor = hasTwoFactors(proof) || isTrustedDevice ? 'none' : await secondFactorOf(services, user);
  const code = await createSignInCode(services, secondFactor, user, customer);
  if (!code.ok) return code;
  const contact = code.value === undefined ? undefined : await findCodeContact(services, secondFactor, customer);
  const agreed = await listAgreementRecords(database, user.userId);
  const steps = stepsOf(services, start, secondFactor, agreed);

  const opened = await inTransaction(database, async (transaction) => {
    if (!(await holdPassword(transaction, user))) return undefined;
    if (start.previousCookie) await endSession(transaction, start.previousCookie, at);
    const [previousLogin] = await listLogins(transaction, user.userId, 1);
    const device = steps.includes('securityCode')
      ? undefined
      : await recordDeviceUse(transaction, { ...start, userId: user.userId, known, trusted: isTrustedDevice, at });
    const session = await createSession(transaction, {
      userId: user.userId,
      customerId: customer.customerId,
      companyNumber: customer.companyNumber,
      ipAddress,
      at,
      pendingSteps: steps,
      deviceId: device?.deviceId ?? null,
      passwordWasEntered: confirmsIdentity(proof),
      appDeviceHash: proof.by === 'appToken' ? proof.appDeviceHash : undefined,
      customerSealed: sealCustomer(services.cipher, customer),
    });
    const changePasswordToken = await createChangePasswordToken(
      transaction,
      { ...session, ...idsOf(start) },
      steps,
      at,
    );
    const reader = { userId: user.userId, customer, secondFactor, contact };
    const codeSentTo = code.value === undefined ? '' : await sendSignInCode(services, transaction, reader, code.value);
    if (steps.length === 0) await recordSignIn(services, transaction, user.userId, ipAddress);
    return { tokens: session, nextDeviceToken: device?.token, changePasswordToken, previousLogin, codeSentTo };
  });
  if (!opened) return failure('Invalid');
  return success({ user, customer, steps, secondFactor, isTrustedDevice, agreed, ...opened });
}

function idsOf({ user, customer }: SignInStart) {
  return { userId: user.userId, customerId: customer.customerId };
}

function stepsOf(
  { institution }: Services,
  { user, proof }: SignInStart,
  secondFactor: SecondFactor,
  agreed: readonly AgreementRecord[],
): FollowUpStep[] {
  return listFollowUpSteps({
    needsSecurityCode: secondFactor !== 'none',
    validatesSsn: institution.options['loginOptions.useSsnValidationOption'],
    emailIsVerified: user.emailIsVerified,
    passwordWasEntered: proof.by === 'password',
    mustChangePassword: user.mustChangePassword,
    hasPasswordQuestion: user.passwordQuestion !== null,
    recoversWithoutQuestion: institution.options['loginOptions.recoverWithoutQuestionOption'],
    needsAgreements: listNeededAgreements(institution.agreements, 'login', agreed).length > 0,
  });
}

/** Sets the session cookie and, unless a code is required, the device cookie. */
export function writeSignInCookies(cookies: Cookies, { user, tokens, nextDeviceToken }: BegunSignIn): void {
  cookies.writeSession(tokens.cookie);
  if (nextDeviceToken !== undefined) cookies.writeDevice(user.userId, nextDeviceToken);
}
