import type { Agreement } from '#common/institution/institution.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { normaliseSecretAnswer } from '#common/rules/credentials/secret-answer.ts';
import { emailKeyOf } from '#common/rules/email-address.ts';
import type { RegistrationEntry, RegistrationSettings } from '#common/rules/registration/registration-types.ts';
import { loginKeyOf } from '#common/rules/sign-in/login-key.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { insertAgreementRecords } from '#server/platform/agreements/agreements.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { inEvenTime } from '#server/platform/even-time.ts';
import { countTowardsLimit, type RequestLimit } from '#server/platform/http/request-limits.ts';
import { createLink } from '#server/platform/one-time/links.queries.ts';
import { hashPassword, verifyPassword } from '#server/platform/passwords.ts';
import {
  findUserByCustomer,
  findUserByLogin,
  isNameCollision,
  type PortalUser,
} from '#server/platform/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { findRegistrationProblems, type RegistrationProblem } from './check-registration.ts';
import { openSignIn } from './open-sign-in.ts';
import {
  askToVerify,
  type NewSignIn,
  tellOfNewAddress,
  tellOfSecondRegistration,
  welcome,
} from './registration-mail.ts';
import { wasOpenedSince } from './registration.queries.ts';
import { identityFactsOf, registrationSettingsOf } from './registration-request.ts';
import { provesEmail } from './verified-email.ts';

/** Longer than looking for a customer and writing a message takes. */
const EVEN_MS = 400;

/** So long after it a registration may be sent again; later this would be a second place to try passwords at. */
const REPEAT_MINUTES = 10;

const TRIES_PER_ADDRESS: RequestLimit = { most: 30, withinSeconds: 3_600 };
const TRIES_PER_IDENTITY: RequestLimit = { most: 10, withinSeconds: 24 * 3_600 };
const TAKEN_NAMES_PER_ADDRESS: RequestLimit = { most: 10, withinSeconds: 3_600 };

export interface RegistrationAttempt {
  readonly entry: RegistrationEntry;
  /** What the browser proves to have verified, if anything. */
  readonly verifiedEmail: string | undefined;
  readonly ipAddress: string;
  readonly siteUrl: string;
}

type Outcome = Result<true, RegistrationProblem>;

/**
 * Gives a customer of the host a sign-in. Unless every fact is true nobody
 * learns which was not, nor whether there is such a customer or has a sign-in
 * already: the answer and its time are the same.
 * @returns why not; empty when the customer is registered
 */
export async function registerUser(
  services: Services,
  attempt: RegistrationAttempt,
): Promise<readonly RegistrationProblem[]> {
  const settings = registrationSettingsOf(services.institution);
  const problems = await findRegistrationProblems(services, attempt.entry, settings);
  if (problems.length > 0) return problems;
  const outcome = await inEvenTime(EVEN_MS, () => tryToRegister(services, attempt, settings));
  if (outcome.ok) return [];
  await recordRefusal(services, attempt.ipAddress, outcome.error);
  return [outcome.error];
}

async function tryToRegister(
  services: Services,
  attempt: RegistrationAttempt,
  settings: RegistrationSettings,
): Promise<Outcome> {
  const { entry, ipAddress, verifiedEmail } = attempt;
  if (await isOverLimit(services, `registrations:${ipAddress}`, TRIES_PER_ADDRESS)) return failure('Failed');
  const identity = `registrations-of:${entry.ssn}:${entry.accountNumber}`;
  if (await isOverLimit(services, identity, TRIES_PER_IDENTITY)) return failure('Failed');
  const emailIsVerified = settings.verifiesEmail && provesEmail(services, verifiedEmail, entry.emailAddress);
  if (settings.verifiesEmail && !emailIsVerified) return failure('Invalid');

  const customer = await services.host.findCustomerByIdentity(identityFactsOf(entry, settings));
  if (!customer) return failure('InfoProblem');
  const known = await findUserByCustomer(services.database, customer.customerId);
  if (known) {
    if (await isRepetition(services, entry, known)) return known.restricted ? failure('Restricted') : success(true);
    await inTransaction(services.database, (transaction) => tellOfSecondRegistration(services, transaction, customer));
    return failure('InfoProblem');
  }
  if (await findUserByLogin(services.database, entry.userName)) return nameTaken(services, ipAddress);
  return openAccess(services, attempt, settings, customer, emailIsVerified);
}

/** Whether this very registration has just succeeded, and only its answer did not arrive. */
async function isRepetition({ database, clock }: Services, entry: RegistrationEntry, known: PortalUser) {
  const since = clock.now().subtract({ minutes: REPEAT_MINUTES });
  return (
    loginKeyOf(entry.userName) === loginKeyOf(known.loginName) &&
    (await wasOpenedSince(database, known.userId, since)) &&
    (await verifyPassword(entry.password, known.passwordHash))
  );
}

async function openAccess(
  services: Services,
  attempt: RegistrationAttempt,
  settings: RegistrationSettings,
  customer: HostCustomer,
  emailIsVerified: boolean,
): Promise<Outcome> {
  const { entry, ipAddress } = attempt;
  const at = services.clock.now();
  const signIn = {
    customer,
    loginName: entry.userName,
    passwordHash: await hashPassword(entry.password),
    emailIsVerified,
    ...(await secretQuestionOf(entry, settings)),
    at,
  };
  try {
    return await inTransaction(services.database, async (transaction): Promise<Outcome> => {
      const opened = await openSignIn(transaction, signIn);
      if (opened === 'hasSignIn') {
        await tellOfSecondRegistration(services, transaction, customer);
        return failure('InfoProblem');
      }
      if (opened === 'nameTaken') return failure('LoginNameExists');
      await insertAgreementRecords(transaction, {
        userId: opened,
        customerId: customer.customerId,
        agreements: agreementsOf(services, entry),
        whenToAgree: 'registration',
        ipAddress,
        at,
      });
      await takeAddressOver(services, transaction, attempt, customer, opened);
      const details = { ipAddress, emailIsVerified, restricted: customer.restricted };
      await services.audit.record(transaction, { event: 'registration', userId: opened, details });
      if (customer.restricted) return failure('Restricted');
      await writeTo(services, transaction, attempt, customer, { userId: opened, emailIsVerified });
      return success(true);
    });
  } catch (error) {
    if (isNameCollision(error)) return nameTaken(services, ipAddress);
    throw error;
  }
}

/** The address of the registration becomes the one on file, and the one before learns of it. */
async function takeAddressOver(
  services: Services,
  transaction: Transaction,
  { entry }: RegistrationAttempt,
  customer: HostCustomer,
  userId: number,
): Promise<void> {
  if (emailKeyOf(entry.emailAddress) === emailKeyOf(customer.emailAddress)) return;
  await services.host.changeEmailAddress(transaction, customer.customerId, entry.emailAddress);
  await tellOfNewAddress(services, transaction, newSignIn(entry, userId), customer.emailAddress);
  await services.audit.record(transaction, { event: 'email-changed', userId, details: { way: 'registration' } });
}

async function writeTo(
  services: Services,
  transaction: Transaction,
  { entry, siteUrl }: RegistrationAttempt,
  { customerId }: HostCustomer,
  { userId, emailIsVerified }: { readonly userId: number; readonly emailIsVerified: boolean },
): Promise<void> {
  const signIn = newSignIn(entry, userId);
  await welcome(services, transaction, signIn);
  if (emailIsVerified) return;
  const token = await createLink(transaction, 'verifyEmail', { userId, customerId }, services.clock.now());
  await askToVerify(services, transaction, signIn, `${siteUrl}/#/home/verifyEmail/${token}`);
}

function newSignIn({ userName, emailAddress }: RegistrationEntry, userId: number): NewSignIn {
  return { userId, loginName: userName, emailAddress };
}

async function secretQuestionOf(entry: RegistrationEntry, { secretQuestion }: RegistrationSettings) {
  if (secretQuestion === 'none') return {};
  const answerHash = await hashPassword(normaliseSecretAnswer(entry.secretAnswer));
  return { question: { question: entry.secretQuestion.trim(), answerHash } };
}

function agreementsOf({ institution }: Services, { agreedTo }: RegistrationEntry): Agreement[] {
  return institution.agreements.filter(({ hostNumber }) => agreedTo.includes(hostNumber));
}

/** Whoever asks for many taken names is making a list of them. */
async function nameTaken(services: Services, ipAddress: string): Promise<Outcome> {
  const tooMany = await isOverLimit(services, `taken-names:${ipAddress}`, TAKEN_NAMES_PER_ADDRESS);
  return failure(tooMany ? 'Failed' : 'LoginNameExists');
}

async function isOverLimit(services: Services, subject: string, limit: RequestLimit): Promise<boolean> {
  return (await countTowardsLimit(services, subject, limit)) > limit.most;
}

function recordRefusal(services: Services, ipAddress: string, code: RegistrationProblem): Promise<void> {
  return inTransaction(services.database, (transaction) =>
    services.audit.record(transaction, { event: 'registration-refused', userId: null, details: { code, ipAddress } }),
  );
}
