import type { UserInfoEntry } from '#common/profile/profile.api.ts';
import {
  codeOfLoginNameError,
  findLoginNameErrors,
  type LoginNameErrorCode,
} from '#common/identity/rules/login-name-rules.ts';
import type { PasswordErrorCode } from '#common/identity/rules/password-errors.ts';
import { normalizeSecretAnswer } from '#common/identity/rules/secret-answer.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import {
  needsPassword,
  type SavedUserInfo,
  type UserInfoFields,
  validateUserInfo,
} from '#common/profile/rules/user-info.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { changePassword } from '#server/identity/credentials/change-password.ts';
import { checkNewPassword, loginNamePolicyOf } from '#server/identity/credentials/check-new-password.ts';
import { confirmPassword } from '#server/identity/credentials/confirm-password.ts';
import { passwordPersonOf } from '#server/identity/credentials/password-person.ts';
import { limitSentPasswords } from '#server/identity/credentials/password-try-limits.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { customerSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import { hashPassword } from '#server/platform/crypto/passwords.ts';
import {
  findUserById,
  findUserByLogin,
  isNameCollision,
  type PortalUser,
  setSecretQuestion,
} from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { changeEmailAddress } from './change-email-address.ts';
import { changeLoginName } from './change-login-name.ts';
import { isOfferedQuestion, isSameUserInfo, savedUserInfo, userInfoRulesOf, wantedUserInfo } from './user-info.wire.ts';

/** Each attempt reveals whether a name is taken. */
const NAMES_TRIED = { max: 10, withinSeconds: 3_600 };

/** The save codes of M 8 that the server returns. */
export type UserInfoError =
  | LoginNameErrorCode
  | PasswordErrorCode
  | 'LogonNameExists'
  | 'InvalidCurrentPassword'
  | 'MaxAttemptsReached'
  | 'CorrectErrors'
  | 'Stale'
  | 'Error';

type Errors = readonly [UserInfoError, ...UserInfoError[]];

/** The saved data, or every reason against the change. */
export type UserInfoOutcome = { readonly info: SavedUserInfo } | { readonly errors: Errors };

export interface UserInfoUpdate {
  readonly session: Session;
  readonly entry: UserInfoEntry;
  readonly siteUrl: string;
  readonly ipAddress: string;
}

interface Change extends Omit<UserInfoUpdate, 'entry'> {
  readonly user: PortalUser;
  readonly customer: HostCustomer;
  readonly saved: SavedUserInfo;
  readonly fields: UserInfoFields;
  readonly newPassword: string;
}

/**
 * Saves changes of User Information, all or nothing. Changing username, email address, question, answer or password
 * requires the current password, and the address on file is told.
 */
export async function updateUserInfo(services: Services, update: UserInfoUpdate): Promise<UserInfoOutcome> {
  const { session, entry, siteUrl, ipAddress } = update;
  const user = await findUserById(services.database, session.userId);
  const customer = await services.host.findCustomer(session.customerId);
  if (!user || !customer) throw new Refusal(401, 'Unauthorized');
  const saved = savedUserInfo(user, customer);
  const { fields, newPassword, confirmation, isStale } = wantedUserInfo(entry, saved);
  if (isStale) return { errors: ['Stale'] };
  const change = { session, siteUrl, ipAddress, user, customer, saved, fields, newPassword };
  const wrong = await findErrors(services, change, confirmation);
  if (wrong) return { errors: wrong };
  try {
    if (!(await makeChanges(services, change))) return { errors: ['Stale'] };
  } catch (error) {
    if (isNameCollision(error)) return { errors: ['LogonNameExists'] };
    throw error;
  }
  const { loginName, emailAddress, secretQuestion } = change.fields;
  return { info: { loginName, emailAddress, secretQuestion: secretQuestion || saved.secretQuestion } };
}

/** Runs cheap checks first, then the password. Only its holder learns what is taken or was used before. */
async function findErrors(services: Services, change: Change, confirmation: string): Promise<Errors | undefined> {
  const { institution } = services;
  const { session, fields, saved, newPassword } = change;
  const changesPassword = newPassword !== '';
  const loginNameCodes = loginNameErrorsOf(services, change);
  if (loginNameCodes) return loginNameCodes;
  const rules = userInfoRulesOf(institution);
  const { oldPassword: _later, ...wrong } = validateUserInfo(fields, saved, rules, changesPassword);
  if (hasErrors(wrong) || !isOfferedQuestion(institution, fields.secretQuestion, saved)) return ['CorrectErrors'];
  if (confirmation !== '' && confirmation !== newPassword) return ['CorrectErrors'];
  if (changesPassword && !rules.hasPassword) return ['CorrectErrors'];
  if (!needsPassword(fields, saved, changesPassword)) return undefined;
  const confirmed = await confirmPassword(services, session, fields.oldPassword);
  if (!confirmed.ok) return [confirmed.error];
  if (await isTaken(services, change)) return ['LogonNameExists'];
  return changesPassword ? passwordErrorsOf(services, change) : undefined;
}

function loginNameErrorsOf({ institution }: Services, { fields, saved }: Change): Errors | undefined {
  if (fields.loginName === saved.loginName) return undefined;
  const [first, ...others] = findLoginNameErrors(loginNamePolicyOf(institution), fields.loginName, fields.emailAddress);
  return first && [codeOfLoginNameError[first], ...others.map((error) => codeOfLoginNameError[error])];
}

async function isTaken(services: Services, { user, fields, saved }: Change): Promise<boolean> {
  if (fields.loginName === saved.loginName) return false;
  await limitRequests(services, `login-names:${user.userId}`, NAMES_TRIED);
  const owner = await findUserByLogin(services.database, fields.loginName);
  return owner !== undefined && owner.userId !== user.userId;
}

/** Checked against the new username and address. */
async function passwordErrorsOf(
  services: Services,
  { user, fields, newPassword }: Change,
): Promise<Errors | undefined> {
  await limitSentPasswords(services, user.userId);
  const known = await passwordPersonOf(services, user);
  const person = { ...known, loginName: fields.loginName, emailAddress: fields.emailAddress };
  const [first, ...others] = await checkNewPassword(services.institution, person, newPassword);
  return first && [first, ...others];
}

/** Returns false, changing nothing, if data changed elsewhere after validation. */
async function makeChanges(services: Services, change: Change): Promise<boolean> {
  const { fields, saved, newPassword, secretAnswer } = { ...change, secretAnswer: change.fields.secretAnswer.trim() };
  // Hashing is slow, so it stays outside the transaction.
  const passwordHash = newPassword === '' ? undefined : await hashPassword(newPassword);
  const answerHash = secretAnswer === '' ? undefined : await hashPassword(normalizeSecretAnswer(secretAnswer));
  const { customerId } = change.customer;
  const readCustomer = () => services.host.findCustomer(customerId);
  return readThenChange(services.database, customerSubject(customerId), readCustomer, async (transaction, customer) => {
    const user = await findUserById(transaction, change.user.userId);
    if (!user || !customer || !isSameUserInfo(savedUserInfo(user, customer), saved)) return false;
    if (fields.loginName !== saved.loginName) await changeLoginName(services, transaction, change);
    if (fields.emailAddress !== saved.emailAddress) await changeEmailAddress(services, transaction, change);
    if (answerHash !== undefined) await changeQuestion(services, transaction, change, answerHash);
    if (passwordHash !== undefined) await takePassword(services, transaction, change, passwordHash);
    return true;
  });
}

async function changeQuestion(
  services: Services,
  transaction: Transaction,
  { user, fields }: Change,
  answerHash: string,
): Promise<void> {
  await setSecretQuestion(transaction, user.userId, { question: fields.secretQuestion, answerHash });
  await services.audit.record(transaction, { event: 'secret-question-set', userId: user.userId, details: {} });
  await tellSecurityChange(services, transaction, {
    userId: user.userId,
    body: { key: 'securityMail.questionChangedBody' },
  });
}

function takePassword(
  services: Services,
  transaction: Transaction,
  { user, session, ipAddress }: Change,
  passwordHash: string,
): Promise<void> {
  return changePassword(services, transaction, {
    user,
    passwordHash,
    keptSessionId: session.sessionId,
    way: 'profile',
    ipAddress,
  });
}
