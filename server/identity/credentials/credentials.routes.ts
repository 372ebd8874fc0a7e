import type { credentialsApi } from '#common/identity/credentials.api.ts';
import {
  loginNamePolicyToWire,
  passwordAnswersToWire,
  passwordPolicyToWire,
  passwordQuestionsFromWire,
} from '#common/identity/credentials.wire.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import { loginNamePolicyOf, passwordPolicyOf } from './check-new-password.ts';
import { findTokenOwner } from './token-owner.ts';
import { forbidden, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { findUserById } from '#server/identity/users/users.queries.ts';
import { answerAboutFirstPassword, answerAboutPassword } from './answer-about-password.ts';

/** Tokens can't be guessed; this protects the database from the attempts. */
const LOOKUPS_PER_ADDRESS = { max: 60, withinSeconds: 600 };

/** Each takes some work but reveals nothing about a user. */
const FIRST_PASSWORDS_PER_ADDRESS = { max: 200, withinSeconds: 600 };

export const credentialsHandlers: Handlers<typeof credentialsApi> = {
  'GET /api/Login/GetInstitutionOptions': async ({ services }) => ok(services.institution.institutionOptions),

  'POST /api/CredentialValidationRules/GetLogonValidationRules': async ({ services }) =>
    ok(loginNamePolicyToWire(loginNamePolicyOf(services.institution))),

  'POST /api/CredentialValidationRules/GetPasswordValidationRules': async ({ services }) =>
    ok(passwordPolicyToWire(passwordPolicyOf(services.institution))),

  'POST /api/Login/ValidatePasswordForLoggedInUser': async ({ body, session, services }) => {
    const user = await findUserById(services.database, session.userId);
    if (!user) throw new Error(`The user of session ${session.sessionId} is gone`);
    return ok(passwordAnswersToWire(await answerAboutPassword(services, user, passwordQuestionsFromWire(body))));
  },

  'POST /api/Login/ValidatePasswordForResetPassword': async ({ body, session, services, ipAddress }) => {
    await limitRequests(services, `token-lookup:${networkOf(ipAddress)}`, LOOKUPS_PER_ADDRESS);
    const owner = await findTokenOwner(services, body.ResetToken, session);
    if (!owner) return forbidden(failed('Expired'));
    return ok(passwordAnswersToWire(await answerAboutPassword(services, owner.user, passwordQuestionsFromWire(body))));
  },

  'POST /api/Login/ValidatePasswordForNewUser': async ({ body, services, ipAddress }) => {
    await limitRequests(services, `first-passwords:${networkOf(ipAddress)}`, FIRST_PASSWORDS_PER_ADDRESS);
    const question = {
      password: body.PasswordToValidate,
      personalWords: body.PersonalWords,
      activationToken: body.ActivationToken,
    };
    return ok({ PasswordWeakness: await answerAboutFirstPassword(services, question) });
  },

  'POST /api/Login/LookupLoginFromToken': async ({ body, session, services, ipAddress }) => {
    await limitRequests(services, `token-lookup:${networkOf(ipAddress)}`, LOOKUPS_PER_ADDRESS);
    const owner = await findTokenOwner(services, body.UserToken, session);
    return ok(owner ? { ...noErrors, Logon: owner.user.loginName } : { ...failed('Expired'), Logon: '' });
  },
};
