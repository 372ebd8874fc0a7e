import { randomUUID } from 'node:crypto';
import { failure, type Result, success } from '#common/core/results.ts';
import type { PasswordErrorCode } from '#common/identity/rules/password-errors.ts';
import { policyOfActivation } from '#common/identity/rules/password-policy.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { checkNewPassword } from '#server/identity/credentials/check-new-password.ts';
import { compareWithCustomer } from '#server/identity/credentials/password-person.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { inEvenTime } from '#server/platform/crypto/even-time.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { welcome } from '#server/identity/credentials/new-login-mail.ts';
import { findLink, type OneTimeLink, consumeToken } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { checkSecurityCode, type CodeError, createSecurityCode } from '#server/identity/one-time/security-codes.ts';
import { hashPassword } from '#server/platform/crypto/passwords.ts';
import { findUserByCustomer, findUserByLogin, isNameCollision } from '#server/identity/users/users.queries.ts';
import { isUnconfirmedRegistration } from '#server/identity/users/unconfirmed-registrations.queries.ts';
import type { Services } from '#server/services.ts';
import { openSignIn } from './open-sign-in.ts';
import { sendMail } from './registration-mail.ts';

/** The links can't be guessed; this limits the cost of an unauthenticated call. */
const PER_ADDRESS = { max: 60, withinSeconds: 600 };
const EVEN_MS = 150;

/** A link for a customer converted from another system. */
interface Invitation {
  readonly link: OneTimeLink;
  readonly customer: HostCustomer;
  readonly loginName: string;
}

export async function sendActivationCode(services: Services, token: string, ipAddress: string): Promise<void> {
  await limitRequests(services, `activations:${networkOf(ipAddress)}`, PER_ADDRESS);
  await inEvenTime(EVEN_MS, async () => {
    const invitation = await findInvitation(services, token);
    if (!invitation) return;
    const code = await createSecurityCode(services, codeSubject(invitation.link));
    if (code === undefined) return;
    await sendMail(services, {
      occasion: `activation-code-${randomUUID()}`,
      recipient: invitation.customer.emailAddress,
      subject: { key: 'activateMail.codeSubject' },
      body: { key: 'activateMail.codeBody' },
      code,
    });
  });
}

export async function mayActivate(services: Services, token: string, ipAddress: string): Promise<boolean> {
  await limitRequests(services, `activations:${networkOf(ipAddress)}`, PER_ADDRESS);
  return (await findInvitation(services, token)) !== undefined;
}

export interface ActivationAttempt {
  readonly token: string;
  readonly password: string;
  readonly securityCode: string | undefined;
  readonly ipAddress: string;
}

export type ActivationProblem = 'Expired' | 'LogonNameTaken' | CodeError | PasswordErrorCode;

export interface Activated {
  readonly loginName: string;
  readonly restricted: boolean;
}

/** Creates the login of a converted customer with a new password. The link works once. */
export async function activateAccount(
  services: Services,
  { token, password, securityCode, ipAddress }: ActivationAttempt,
): Promise<Result<Activated, ActivationProblem>> {
  await limitRequests(services, `activations:${networkOf(ipAddress)}`, PER_ADDRESS);
  const invitation = await findInvitation(services, token);
  if (!invitation) return failure('Expired');
  const [problem] = await findPasswordProblems(services, invitation, password);
  if (problem) return failure(problem);
  if (await isTaken(services, invitation)) return failure('LogonNameTaken');
  if (services.institution.options['activateOptions.useSecurityCodeOption']) {
    const checked = await checkSecurityCode(services, codeSubject(invitation.link), securityCode?.trim() ?? '');
    if (!checked.ok) return checked;
  }
  return openAccess(services, invitation, await hashPassword(password), ipAddress);
}

async function findInvitation(services: Services, token: string): Promise<Invitation | undefined> {
  const link = await findLink(services.database, 'activate', token, services.clock.now());
  const loginName = link?.details['loginName'];
  if (!link || loginName === undefined) return undefined;
  const customer = await services.host.findCustomer(link.customerId);
  return customer && { link, customer, loginName };
}

function findPasswordProblems(
  services: Services,
  { customer, loginName }: Invitation,
  password: string,
): Promise<PasswordErrorCode[]> {
  const person = {
    loginName,
    emailAddress: customer.emailAddress,
    names: [customer.personalName],
    compareSsn: (ssn: string) => compareWithCustomer(services, { customerId: customer.customerId, userId: null, ssn }),
    usedPasswords: [],
  };
  return checkNewPassword(services.institution, person, password, policyOfActivation);
}

async function isTaken({ database }: Services, { customer, loginName }: Invitation): Promise<boolean> {
  const owner = await findUserByLogin(database, loginName);
  const known = await findUserByCustomer(database, customer.customerId);
  if (owner && owner.userId !== known?.userId) return true;
  return known !== undefined && !(await isUnconfirmedRegistration(database, known.userId));
}

async function openAccess(
  services: Services,
  { link, customer, loginName }: Invitation,
  passwordHash: string,
  ipAddress: string,
): Promise<Result<Activated, ActivationProblem>> {
  const at = services.clock.now();
  try {
    return await inTransaction(
      services.database,
      async (transaction): Promise<Result<Activated, ActivationProblem>> => {
        const opened = await openSignIn(transaction, { customer, loginName, passwordHash, emailIsVerified: false, at });
        if (typeof opened === 'string') return failure('LogonNameTaken');
        // Of two parallel requests with the same link, the second finds the login of the first.
        await consumeToken(transaction, link.tokenId, at);
        const { restricted, emailAddress } = customer;
        const details = { ipAddress, restricted };
        await services.audit.record(transaction, { event: 'activation', userId: opened, details });
        if (!restricted) await welcome(services, transaction, { userId: opened, loginName, emailAddress });
        return success({ loginName, restricted });
      },
    );
  } catch (error) {
    if (isNameCollision(error)) return failure('LogonNameTaken');
    throw error;
  }
}

function codeSubject({ tokenId }: OneTimeLink): string {
  return `activation:${tokenId}`;
}
