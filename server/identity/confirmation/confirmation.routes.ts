import { signedChallengeFromWire } from '#common/identity/passkeys.wire.ts';
import type { confirmationApi } from '#common/identity/confirmation.api.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import { confirmPassword } from '#server/identity/credentials/confirm-password.ts';
import { relyingPartyOf } from '#server/identity/passkeys/relying-party.ts';
import { beginPasskeyConfirmation, confirmByApp, confirmByPasskey, listOtherWays } from './other-confirmations.ts';
import { confirmationWayOf, confirmByCode, sendConfirmationCode } from './identity-confirmation.ts';
import { forbidden, type Handlers, ok } from '#server/platform/http/endpoint.ts';

export const confirmationHandlers: Handlers<typeof confirmationApi> = {
  'GET /api/Confirmation': async ({ session, services }) =>
    ok({
      ...noErrors,
      Way: await confirmationWayOf(services, session),
      AlsoBy: await listOtherWays(services, session),
    }),

  'POST /api/Confirmation/SendCode': async ({ session, services }) => {
    const sent = await sendConfirmationCode(services, session);
    return sent.ok ? ok({ ...noErrors, TroubleReference: sent.value.trouble }) : forbidden(failed(sent.error));
  },

  'POST /api/Confirmation': async ({ body, session, services }) => {
    if (body.AuthenticatorCode !== '') {
      const byApp = await confirmByApp(services, session, body.AuthenticatorCode);
      return byApp.ok ? ok(noErrors) : forbidden(failed(byApp.error));
    }
    const way = await confirmationWayOf(services, session);
    const confirmed =
      way === 'password'
        ? await confirmPassword(services, session, body.Password)
        : await confirmByCode(services, session, body.Code);
    return confirmed.ok ? ok(noErrors) : forbidden(failed(confirmed.error));
  },

  'POST /api/Confirmation/BeginPasskey': async ({ session, services, siteUrl }) => {
    const party = relyingPartyOf(services.institution, siteUrl);
    return ok({ ...noErrors, Options: await beginPasskeyConfirmation(services, party, session) });
  },

  'POST /api/Confirmation/Passkey': async ({ body, session, services, siteUrl }) => {
    const party = relyingPartyOf(services.institution, siteUrl);
    const confirmed = await confirmByPasskey(services, party, session, signedChallengeFromWire(body));
    return confirmed.ok ? ok(noErrors) : forbidden(failed(confirmed.error));
  },
};
