import { failure, type Result, success } from '#common/core/results.ts';
import type { FollowUpStep } from '#common/identity/sign-in.api.ts';
import type { PasswordErrorCode } from '#common/identity/rules/password-errors.ts';
import { changePassword } from '#server/identity/credentials/change-password.ts';
import { checkNewPassword } from '#server/identity/credentials/check-new-password.ts';
import { passwordPersonOf } from '#server/identity/credentials/password-person.ts';
import { limitSentPasswords } from '#server/identity/credentials/password-try-limits.ts';
import type { TokenOwner } from '#server/identity/credentials/token-owner.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { consumeToken } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { hashPassword } from '#server/platform/crypto/passwords.ts';
import { findUserById, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { finishStep, requireStep } from './follow-up.command.ts';
import { forgetWrongSignInCodes } from './security-code.command.ts';
import { giveTriesBack, triesOfLoginName } from './sign-in.queries.ts';

export interface PasswordReset {
  readonly owner: TokenOwner;
  readonly password: string;
  /** The session of the sign-in step; ignored for an emailed token. */
  readonly session: Session | undefined;
  readonly ipAddress: string;
}

export interface ResetDone {
  readonly user: PortalUser;
  /** Remaining steps of the sign-in; empty after an emailed link, which starts a new sign-in. */
  readonly steps: readonly FollowUpStep[];
}

export type ResetError = PasswordErrorCode | 'Expired';

/**
 * Sets a new password with an emailed link or the sign-in step's token. Only success uses up the token; until then the
 * old password stays.
 * @returns the updated user and the steps left, or all codes that forbid the password
 * @throws Refusal 429 after too many attempts, 403 if another step is next
 */
export async function resetPassword(
  services: Services,
  { owner, password, session, ipAddress }: PasswordReset,
): Promise<ResetDone | { readonly errors: readonly [ResetError, ...ResetError[]] }> {
  const { user, linkId, way } = owner;
  const step = way === 'step' ? session : undefined;
  if (step) requireStep(step, 'changePassword');
  await limitSentPasswords(services, user.userId);
  const person = await passwordPersonOf(services, user);
  const [first, ...others] = await checkNewPassword(services.institution, person, password);
  if (first !== undefined) return { errors: [first, ...others] };

  const passwordHash = await hashPassword(password);
  const taken = await inTransaction(
    services.database,
    async (transaction): Promise<Result<readonly FollowUpStep[], 'Expired'>> => {
      if (!(await consumeToken(transaction, linkId, services.clock.now()))) return failure('Expired');
      await changePassword(services, transaction, {
        user,
        passwordHash,
        keptSessionId: step?.sessionId ?? null,
        keptDeviceId: step?.deviceId ?? null,
        way: way === 'link' ? 'resetPassword' : 'changePassword',
        ipAddress,
      });
      // Reading the user's email proves their identity, so others' wrong passwords no longer lock the username.
      await giveTriesBack(transaction, triesOfLoginName(services.cipher, user.loginName));
      if (!step) return success([]);
      return success(await finishStep(services, transaction, { session: step, step: 'changePassword', ipAddress }));
    },
  );
  if (!taken.ok) return { errors: [taken.error] };
  if (way === 'link') await forgetWrongSignInCodes(services, user.userId);
  const changed = await findUserById(services.database, user.userId);
  if (!changed) throw new Error(`User ${user.userId} is gone`);
  return { user: changed, steps: taken.value };
}
