import type { Agreement } from '#common/institution/institution.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { normalizeSecretAnswer } from '#common/identity/rules/secret-answer.ts';
import { emailKeyOf } from '#common/core/email-address.ts';
import type { RegistrationEntry, RegistrationSettings } from '#common/registration/rules/registration-types.ts';
import { loginKeyOf } from '#common/identity/rules/login-key.ts';
import { accountNumberKey } from '#common/registration/rules/entry-formats.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { insertAgreementRecords } from '#server/institution/agreements/agreements.queries.ts';
import { type ContactOnFile, findContactOnFile } from '#server/identity/credentials/registration-proof.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { inEvenTime } from '#server/platform/crypto/even-time.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { countTowardsLimit, type RequestLimit } from '#server/platform/http/request-limits.ts';
import { welcome } from '#server/identity/credentials/new-login-mail.ts';
import { noteTrouble } from '#server/platform/trouble-reference.ts';
import { hashPassword, verifyPassword } from '#server/platform/crypto/passwords.ts';
import {
  isUnconfirmedRegistration,
  recordUnconfirmedRegistration,
} from '#server/identity/users/unconfirmed-registrations.queries.ts';
import {
  findUserByCustomer,
  findUserByLogin,
  isNameCollision,
  type PortalUser,
} from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { findRegistrationProblems, type RegistrationProblem } from './check-registration.ts';
import { openSignIn } from './open-sign-in.ts';
import { announceFirstSignIn, tellOfSecondRegistration } from './registration-mail.ts';
import { wasOpenedSince } from './registration.queries.ts';
import { identityFactsOf, registrationSettingsOf } from './registration-request.wire.ts';
import { provesEmail } from './verified-email.ts';

/** Longer than finding a customer and writing a message takes. */
const EVEN_MS = 400;

/** A registration can be repeated within this time; allowing more would be another way to guess passwords. */
const REPEAT_MINUTES = 10;

const TRIES_PER_ADDRESS: RequestLimit = { max: 30, withinSeconds: 3_600 };
const TRIES_PER_IDENTITY: RequestLimit = { max: 10, withinSeconds: 24 * 3_600 };
/**
 * Counts all Social Security numbers together, so changing addresses doesn't help to guess the number behind an
 * account.
 */
const TRIES_PER_ACCOUNT: RequestLimit = { max: 100, withinSeconds: 24 * 3_600 };
const TAKEN_NAMES_PER_ADDRESS: RequestLimit = { max: 10, withinSeconds: 3_600 };

export interface RegistrationAttempt {
  readonly entry: RegistrationEntry;
  /** The address the browser's proof verifies, if any. */
  readonly verifiedEmail: string | undefined;
  readonly ipAddress: string;
}

/** Where the first sign-in sends its code; `none` if the address on file is already verified. */
export type FirstCode = 'none' | ContactOnFile['channel'];

/** `NoContact`: the customer can't prove their identity online. The audit log records it; the answer is `Failed`. */
type Outcome = Result<FirstCode, RegistrationProblem | 'NoContact'>;

/**
 * Creates a login for a customer of the host. If any fact is wrong, the answer and its timing don't reveal which one,
 * or whether the customer exists or already has a login. Others may know the facts too, so the first sign-in needs a
 * code sent to the address on file, unless that address was verified already.
 */
export async function registerUser(
  services: Services,
  attempt: RegistrationAttempt,
): Promise<
  { readonly firstCode: FirstCode } | { readonly problems: readonly [RegistrationProblem, ...RegistrationProblem[]] }
> {
  const settings = registrationSettingsOf(services.institution);
  const problems = await findRegistrationProblems(services, attempt.entry, settings);
  const [first, ...others] = problems;
  if (first) return { problems: [first, ...others] };
  const outcome = await inEvenTime(EVEN_MS, () => tryToRegister(services, attempt, settings));
  if (outcome.ok) return { firstCode: outcome.value };
  await recordRefusal(services, attempt.ipAddress, outcome.error);
  if (outcome.error !== 'LoginNameExists' && outcome.error !== 'Restricted') {
    // The customer reads the reference and may call; the log names no one.
    services.log.info({ reference: noteTrouble(), code: outcome.error }, 'a registration was refused');
  }
  return { problems: [outcome.error === 'NoContact' ? 'Failed' : outcome.error] };
}

async function tryToRegister(
  services: Services,
  attempt: RegistrationAttempt,
  settings: RegistrationSettings,
): Promise<Outcome> {
  const { entry, ipAddress, verifiedEmail } = attempt;
  if (await isOverLimit(services, `registrations:${networkOf(ipAddress)}`, TRIES_PER_ADDRESS)) return failure('Failed');
  // One number, however it is written.
  const number = accountNumberKey(entry.accountNumber);
  const identity = `registrations-of:${entry.ssn}:${number}`;
  if (await isOverLimit(services, identity, TRIES_PER_IDENTITY)) return failure('Failed');
  const account = `registrations-of-account:${number}`;
  if (number !== '' && (await isOverLimit(services, account, TRIES_PER_ACCOUNT))) return failure('Failed');
  const emailIsVerified = settings.verifiesEmail && provesEmail(services, verifiedEmail, entry.emailAddress);
  if (settings.verifiesEmail && !emailIsVerified) return failure('Invalid');

  const customer = await services.host.findCustomerByIdentity(identityFactsOf(entry, settings));
  if (!customer) return failure('InfoProblem');
  const isProven = emailIsVerified && emailKeyOf(entry.emailAddress) === emailKeyOf(customer.emailAddress);
  const contact = await findContactOnFile(services, customer);
  const known = await findUserByCustomer(services.database, customer.customerId);
  const isOpen = known && !(await isUnconfirmedRegistration(services.database, known.userId));
  if (known && (await isRepetition(services, entry, known))) {
    return known.restricted ? failure('Restricted') : success(isOpen ? 'none' : (contact?.channel ?? 'none'));
  }
  if (isOpen) {
    await inTransaction(services.database, (transaction) => tellOfSecondRegistration(services, transaction, customer));
    return failure('InfoProblem');
  }
  const owner = await findUserByLogin(services.database, entry.userName);
  if (owner && owner.userId !== known?.userId) return nameTaken(services, ipAddress);
  if (!contact) return failure('NoContact');
  return openAccess(services, attempt, settings, { customer, emailIsVerified, isProven, contact });
}

/** Returns whether this registration has just succeeded and only its answer was lost. */
async function isRepetition({ database, clock }: Services, entry: RegistrationEntry, known: PortalUser) {
  const since = clock.now().subtract({ minutes: REPEAT_MINUTES });
  return (
    loginKeyOf(entry.userName) === loginKeyOf(known.loginName) &&
    (await wasOpenedSince(database, known.userId, since)) &&
    (await verifyPassword(entry.password, known.passwordHash))
  );
}

interface FoundCustomer {
  readonly customer: HostCustomer;
  readonly emailIsVerified: boolean;
  readonly isProven: boolean;
  readonly contact: ContactOnFile;
}

async function openAccess(
  services: Services,
  attempt: RegistrationAttempt,
  settings: RegistrationSettings,
  found: FoundCustomer,
): Promise<Outcome> {
  const { customer, emailIsVerified, isProven, contact } = found;
  const { entry, ipAddress } = attempt;
  const at = services.clock.now();
  const signIn = {
    customer,
    loginName: entry.userName,
    passwordHash: await hashPassword(entry.password),
    emailIsVerified: isProven,
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
      if (!isProven) await awaitProof(services, transaction, entry, found, opened);
      const details = { ipAddress, emailIsVerified, isProven, restricted: customer.restricted };
      await services.audit.record(transaction, { event: 'registration', userId: opened, details });
      if (customer.restricted) return failure('Restricted');
      const opening = { userId: opened, loginName: entry.userName, emailAddress: customer.emailAddress };
      await (isProven ? welcome : announceFirstSignIn)(services, transaction, opening);
      return success(isProven ? 'none' : contact.channel);
    });
  } catch (error) {
    if (isNameCollision(error)) return nameTaken(services, ipAddress);
    throw error;
  }
}

/** Changes nothing at the host before the first sign-in's code; only notes the new address. */
function awaitProof(
  services: Services,
  transaction: Transaction,
  entry: RegistrationEntry,
  { customer, emailIsVerified }: FoundCustomer,
  userId: number,
): Promise<void> {
  const isNew = emailKeyOf(entry.emailAddress) !== emailKeyOf(customer.emailAddress);
  const note = {
    newEmailAddress: isNew ? entry.emailAddress : '',
    newEmailIsVerified: isNew && emailIsVerified,
  };
  return recordUnconfirmedRegistration(transaction, userId, note, services.clock.now());
}

async function secretQuestionOf(entry: RegistrationEntry, { secretQuestion }: RegistrationSettings) {
  if (secretQuestion === 'none') return {};
  const answerHash = await hashPassword(normalizeSecretAnswer(entry.secretAnswer));
  return { question: { question: entry.secretQuestion.trim(), answerHash } };
}

function agreementsOf({ institution }: Services, { agreedTo }: RegistrationEntry): Agreement[] {
  return institution.agreements.filter(({ hostNumber }) => agreedTo.includes(hostNumber));
}

/** Limited, because many taken names make a list. */
async function nameTaken(services: Services, ipAddress: string): Promise<Outcome> {
  const tooMany = await isOverLimit(services, `taken-names:${networkOf(ipAddress)}`, TAKEN_NAMES_PER_ADDRESS);
  return failure(tooMany ? 'Failed' : 'LoginNameExists');
}

async function isOverLimit(services: Services, subject: string, limit: RequestLimit): Promise<boolean> {
  return (await countTowardsLimit(services, subject, limit)) > limit.max;
}

function recordRefusal(services: Services, ipAddress: string, code: RegistrationProblem | 'NoContact'): Promise<void> {
  return inTransaction(services.database, (transaction) =>
    services.audit.record(transaction, { event: 'registration-refused', userId: null, details: { code, ipAddress } }),
  );
}
