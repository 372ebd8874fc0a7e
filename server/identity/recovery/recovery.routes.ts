import { failed, noErrors } from '#common/contract/answers.ts';
import type { recoveryApi } from '#common/identity/recovery.api.ts';
import { identityFromWire } from '#common/identity/recovery.wire.ts';
import { type Call, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import { beginRecovery } from './begin-recovery.command.ts';
import { answerQuestion, type RecoveryStep, sendWithoutQuestion } from './finish-recovery.command.ts';

/** A constant: any part of a real username would reveal that it exists. */
const HIDDEN_LOGON_NAME = '••••••••';

const nothing = { SecretQuestion: '', LogonName: '' };

export const recoveryHandlers: Handlers<typeof recoveryApi> = {
  'POST /api/Recovery/GetSecretQuestion': async ({ body, cookies, ipAddress, services }) => {
    if (await isUnderMaintenance(services.database)) return ok({ ...failed('RecoveryFailed'), Credentials: nothing });
    const begun = await beginRecovery(services, identityFromWire(body), ipAddress);
    if (!begun.ok) return ok({ ...failed(begun.error), Credentials: nothing });
    cookies.writeRecovery(begun.value.token);
    return ok({
      ...noErrors,
      Credentials: { SecretQuestion: begun.value.question, LogonName: HIDDEN_LOGON_NAME },
    });
  },

  'POST /api/Recovery/AnswerSecretQuestion': async (call) => {
    const { body, cookies, services } = call;
    const answered = await answerQuestion(services, stepOf(call), body.SecretAnswer);
    if (!answered.ok) return ok({ ...failed(answered.error), SuccessMessage: '' });
    cookies.clearRecovery();
    return ok({ ...noErrors, SuccessMessage: services.institution.texts['recovery.success'] ?? '' });
  },

  'POST /api/Recovery/GenerateNewPassword': async (call) => {
    const sent = await sendWithoutQuestion(call.services, stepOf(call));
    if (!sent.ok) return ok(failed(sent.error));
    call.cookies.clearRecovery();
    return ok(noErrors);
  },
};

function stepOf({
  cookies,
  siteUrl,
  ipAddress,
}: Pick<Call<'POST /api/Recovery/GenerateNewPassword'>, 'cookies' | 'siteUrl' | 'ipAddress'>): RecoveryStep {
  return { token: cookies.readRecovery(), siteUrl, ipAddress };
}
