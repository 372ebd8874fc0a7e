import type { RecoveryErrorCode } from '#common/identity/recovery.api.ts';
import { parseUsDay } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { recoveryFieldsFromOptions } from '#common/identity/recovery-fields-from-options.ts';
import { emailKeyOf } from '#common/core/email-address.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import {
  canIdentify,
  digitsOf,
  type RecoveryEntry,
  type RecoveryFields,
  validateRecoveryEntry,
} from '#common/identity/rules/validate-recovery.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { inEvenTime } from '#server/platform/crypto/even-time.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { countTowardsLimit } from '#server/platform/http/request-limits.ts';
import { findUserByCustomer, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { IdentityFacts } from '#server/host/host.ts';
import type { Services } from '#server/services.ts';
import { insertRecovery } from './recovery-requests.ts';
import type { Institution } from '#common/institution/institution.ts';
import { optionDefinitions } from '#common/contract/all-options.ts';
import { listAllowedQuestions } from '#common/identity/rules/secret-answer.ts';

/**
 * Per address generously, because branch lobbies and mobile carriers share one. Per identity a few an hour, and no
 * longer, so others can't keep the owner from a new link.
 */
const RECOVERIES_PER_ADDRESS = { max: 200, withinSeconds: 60 * 60 };
const RECOVERIES_PER_IDENTITY = { max: 5, withinSeconds: 60 * 60 };

/** Longer than the lookup takes. */
const EVEN_MS = 250;

export interface BegunRecovery {
  readonly token: string;
  /** Empty if the institution doesn't use secret questions. */
  readonly question: string;
}

/** The first step. An unknown identity gets the same answer in the same time and is counted the same. */
export async function beginRecovery(
  services: Services,
  entry: RecoveryEntry,
  ipAddress: string,
): Promise<Result<BegunRecovery, RecoveryErrorCode>> {
  const { institution, clock } = services;
  const fields = recoveryFieldsFromOptions(institution.options);
  if (!canIdentify(fields)) return failure('RecoveryFailed');
  if (hasErrors(validateRecoveryEntry(entry, fields, clock.today()))) return failure('Invalid');

  const facts = identityOf(entry, fields);
  const identityHash = services.cipher.blindIndex(JSON.stringify(facts), 'recovery-identity');
  const identity = Buffer.from(identityHash).toString('base64url');
  const ofAddress = await countTowardsLimit(services, `recovery-from:${networkOf(ipAddress)}`, RECOVERIES_PER_ADDRESS);
  const ofIdentity = await countTowardsLimit(services, `recovery-of:${identity}`, RECOVERIES_PER_IDENTITY);
  if (ofAddress > RECOVERIES_PER_ADDRESS.max || ofIdentity > RECOVERIES_PER_IDENTITY.max) {
    return failure('RecoveryMaxAttempts');
  }
  return inEvenTime(EVEN_MS, async () => {
    const user = await findRecoverable(services, facts);
    const token = await inTransaction(services.database, async (transaction) => {
      const details = { ipAddress, found: user !== undefined };
      await services.audit.record(transaction, { event: 'recovery-begun', userId: user?.userId ?? null, details });
      return insertRecovery(transaction, { identityHash, userId: user?.userId ?? null }, clock.now());
    });
    const asks = !institution.options['loginOptions.recoverWithoutQuestionOption'];
    return success({ token, question: asks ? questionFor(services, user, identityHash) : '' });
  });
}

/** Excludes users who couldn't sign in anyway or have no address. */
async function findRecoverable(services: Services, facts: IdentityFacts): Promise<PortalUser | undefined> {
  const customer = await services.host.findCustomerByIdentity(facts);
  // Always looks up, so a known customer takes no longer than an unknown one.
  const user = await findUserByCustomer(services.database, customer?.customerId ?? '');
  return user && !user.restricted && customer?.emailAddress !== '' ? user : undefined;
}

/** A user without a question gets a decoy, whose answer is always wrong. */
function questionFor({ institution }: Services, user: PortalUser | undefined, identityHash: Uint8Array): string {
  return user?.passwordQuestion ?? decoyQuestion(institution, identityHash);
}

/** Normalized, so different spellings count as the same identity. Hidden fields are ignored. */
function identityOf(entry: RecoveryEntry, fields: RecoveryFields): IdentityFacts {
  return {
    ...(fields.emailAddress ? { emailAddress: emailKeyOf(entry.emailAddress) } : {}),
    ...(fields.dateOfBirth ? { birthDate: parseUsDay(entry.dateOfBirth.trim()) } : {}),
    ...(fields.zipCode ? { zip: digitsOf(entry.zipCode, 5) } : {}),
    ...(fields.branch ? { branch: digitsOf(entry.branch, 4).replace(/^0+/, '') } : {}),
  };
}

/** Returns a plausible question for an identity that has none, always the same one for the same identity. */
function decoyQuestion({ options }: Institution, identityHash: Uint8Array): string {
  const offered = listAllowedQuestions(
    options['loginOptions.securityQuestions'],
    options['loginOptions.secretAnswerPattern'],
  );
  const questions = offered.length > 0 ? offered : optionDefinitions['loginOptions.securityQuestions'].defaultValue;
  const number = Buffer.from(identityHash).readUInt32BE(0);
  return questions[number % questions.length] ?? '';
}
